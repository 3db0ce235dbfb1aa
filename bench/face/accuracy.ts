/** A comparison of two photographs of the data set. */
export type Compared = { cosine: number; isSame: boolean }

const folds = 10

/**
 * Nine tenths choose the threshold, and the last tenth is evaluated with it, ten times: the protocol of the data set.
 */
export const tenFoldAccuracy = (compared: readonly Compared[]): number => {
  // The pairs are sorted by label. Taking every tenth gives each fold its share of both.
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

/** The share of pairs of one person that reach a cosine. */
export const trueMatchRate = (compared: readonly Compared[], cosine: number): number => {
  const same = compared.filter(({ isSame }) => isSame)
  return same.filter((pair) => pair.cosine >= cosine).length / same.length
}
