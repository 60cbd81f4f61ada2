/** The one time of a round: the machine's, moved forward for the station and the service alike, so that waits pass fast. */
export class WorldClock {
  #ahead = 0
  /** How wrong the station's own clock is. */
  skewMs = 0

  /** How far the station's clock is ahead of the machine's. */
  get stationOffsetMs(): number {
    return this.#ahead + this.skewMs
  }

  /** How much time has passed beside the machine's own. */
  get aheadMs(): number {
    return this.#ahead
  }

  pass(ms: number): void {
    this.#ahead += ms
  }
}
