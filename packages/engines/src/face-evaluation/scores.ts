/** Two photographs and the cosine of their templates. */
export type ScoredPair = { a: string; b: string; cosine: number }

/** The cosines of pairs, each side ascending. */
export type Scores = { same: Float32Array; different: Float32Array }

/** The pairs that look most wrong: mislabelled photographs are among them. Worst first. */
export type WorstPairs = {
  /** The most similar pairs of different people. */
  different: ScoredPair[]
  /** The least similar pairs of one person. */
  same: ScoredPair[]
}

const maxWorst = 20

/** Collects the cosines of pairs: of all, of each group, and the worst ones. */
export const createScoreSheet = () => {
  const all = new Sides()
  const groups = new Map<string, Sides>()
  const worst: WorstPairs = { different: [], same: [] }
  return {
    /** `group` is null for a pair that is in no group, or in two. */
    add(pair: ScoredPair, isSame: boolean, group: string | null): void {
      all.add(pair.cosine, isSame)
      if (group !== null) sidesOf(groups, group).add(pair.cosine, isSame)
      if (isSame) keepWorst(worst.same, pair, (a, b) => a.cosine - b.cosine)
      else keepWorst(worst.different, pair, (a, b) => b.cosine - a.cosine)
    },
    finish: () => ({
      scores: all.ascending(),
      groups: new Map(
        [...groups]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, sides]) => [name, sides.ascending()]),
      ),
      worst,
    }),
  }
}

const sidesOf = (groups: Map<string, Sides>, group: string): Sides => {
  const sides = groups.get(group) ?? new Sides()
  groups.set(group, sides)
  return sides
}

const keepWorst = (
  list: ScoredPair[],
  pair: ScoredPair,
  order: (a: ScoredPair, b: ScoredPair) => number,
): void => {
  if (list.length === maxWorst && order(pair, list[maxWorst - 1]!) >= 0) return
  list.push(pair)
  list.sort(order)
  if (list.length > maxWorst) list.pop()
}

class Sides {
  readonly #same = new GrowingNumbers()
  readonly #different = new GrowingNumbers()
  add(cosine: number, isSame: boolean): void {
    if (isSame) this.#same.push(cosine)
    else this.#different.push(cosine)
  }
  ascending(): Scores {
    return { same: this.#same.ascending(), different: this.#different.ascending() }
  }
}

/** Millions of numbers in a typed array that doubles. */
class GrowingNumbers {
  #values = new Float32Array(1_024)
  #length = 0
  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float32Array(2 * this.#length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }
  ascending(): Float32Array {
    return this.#values.slice(0, this.#length).sort()
  }
}
