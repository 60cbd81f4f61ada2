import { runningClock } from '../../support/running-clock.ts'

/** What every process of a round takes for the machine's clock. */
export const MACHINE_CLOCK = runningClock()

/** The one time of a round: the machine's, moved forward for the station and the service alike, so that waits pass fast. */
export class WorldClock {
  #ahead = 0
  /** Which life of the station this is, from 1. */
  life = 0
  /** How wrong the station's own clock is. */
  skewMs = 0

  /** How far the station's clock is ahead of the machine's. */
  get stationOffsetMs(): number {
    return this.#ahead + this.skewMs
  }

  /** What the service's clock says. */
  now(): Date {
    return new Date(MACHINE_CLOCK.now().getTime() + this.#ahead)
  }

  /** How much time has passed beside the machine's own. */
  get aheadMs(): number {
    return this.#ahead
  }

  pass(ms: number): void {
    this.#ahead += ms
  }
}

/** Of a round's time what a desk needs. */
export type RoundTime = Pick<WorldClock, 'life' | 'aheadMs' | 'now'>
