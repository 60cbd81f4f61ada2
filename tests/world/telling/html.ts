import type { WorldReport } from '../world.ts'
export function pageOf(_report: WorldReport): string {
  return ''
}
