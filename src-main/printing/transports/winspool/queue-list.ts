import { runWinspool, type WinspoolOptions } from './spooler-process.ts'

/** The names of this machine's queues, with their drivers; empty when Windows lists none. */
export async function listWindowsQueues(
  options: WinspoolOptions = {},
): Promise<{ name: string; model: string | null }[]> {
  const { steps } = await runWinspool([], options)
  return steps.flatMap((step) => (step.step === 'queue' ? [{ name: step.name, model: step.model }] : []))
}
