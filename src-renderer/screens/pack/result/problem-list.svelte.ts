import type { Banner } from './banner-look.ts'

/** An earlier scan that failed and that is not acknowledged yet. */
interface Problem {
  id: number
  code: string
  banner: Banner
}

/** A refusal that was not acknowledged steps aside for the next scan; it does not vanish. */
export class ProblemList {
  items = $state.raw<readonly Problem[]>([])
  #nextId = 1

  add(code: string, banner: Banner): void {
    this.items = [{ id: this.#nextId++, code, banner }, ...this.items]
  }

  /** A person has read them all. */
  readonly acknowledge = (): void => {
    this.items = []
  }
}
