/** A comparison of two photographs that the data set names. */
export type Compared = { cosine: number; isSame: boolean }

const folds = 10

/** Nine tenths choose the threshold, the last tenth is judged by it, ten times: the data set's own protocol. */
export const tenFoldAccuracy = (compared: readonly Compared[]): number => {
  // The pairs come ordered by label; taking every tenth gives each fold its share of both.
  const right = Array.from({ length: folds }, (_, fold) => {
    const held = compared.filter((_, index) => index % folds === fold)
    const threshold = bestThreshold(compared.filter((_, index) => index % folds !== fold))
    return held.filter(({ cosine, isSame }) => cosine >= threshold === isSame).length / held.length
  })
  return right.reduce((sum, share) => sum + share, 0) / folds
}

const bestThreshold = (compared: readonly Compared[]): number => {
  const falling = compared.toSorted((a, b) => b.cosine - a.cosine)
  let score = 0
  let best = { score: 0, threshold: 1 }
  for (const [index, { cosine, isSame }] of falling.entries()) {
    score += isSame ? 1 : -1
    const next = falling[index + 1]?.cosine ?? -1
    if (score > best.score) best = { score, threshold: (cosine + next) / 2 }
  }
  return best.threshold
}

/** The share of same people's pairs that reach a cosine. */
export const trueMatchRate = (compared: readonly Compared[], cosine: number): number => {
  const same = compared.filter(({ isSame }) => isSame)
  return same.filter((pair) => pair.cosine >= cosine).length / same.length
}
