/** A result of a scan. `score` is the cosine in the units of the scan. */
export type Found = { row: number; score: number }

/**
 * Keeps the best scores, and every row whose score is so close to the `k`-th best that an exact comparison can change
 * the order.
 */
export class Nearest {
  /** The minimum score of a relevant row. */
  floor = Number.NEGATIVE_INFINITY
  readonly #k: number
  readonly #slack: number
  /** Ascending, at most `k`. */
  readonly #best: number[] = []
  #found: Found[] = []
  #sweepAt: number

  constructor(k: number, slack: number) {
    this.#k = k
    this.#slack = slack
    this.#sweepAt = 4 * k + 1_000
  }

  offer(row: number, score: number): void {
    if (!(score >= this.floor)) return
    this.#found.push({ row, score })
    const best = this.#best
    if (best.length < this.#k || score > best[0]!) {
      if (best.length === this.#k) best.shift()
      const at = best.findIndex((known) => known > score)
      best.splice(at < 0 ? best.length : at, 0, score)
      if (best.length === this.#k) this.floor = best[0]! - this.#slack
    }
    if (this.#found.length > this.#sweepAt) this.#sweep()
  }

  found(): Found[] {
    this.#sweep()
    return this.#found
  }

  #sweep(): void {
    this.#found = this.#found.filter(({ score }) => score >= this.floor)
    this.#sweepAt = 2 * this.#found.length + 1_000
  }
}
