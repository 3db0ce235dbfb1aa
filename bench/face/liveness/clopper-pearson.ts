/**
 * The exact 95 % interval of a share: the probabilities that leave 2.5 % to this count or more, and to this count or
 * less.
 */
export const clopperPearson = (count: number, total: number): [number, number] => [
  count === 0 ? 0 : bisect((chance) => 1 - atMost(count - 1, total, chance) < 0.025),
  count === total ? 1 : bisect((chance) => atMost(count, total, chance) > 0.025),
]

/** The largest probability for which `isBelow` holds. It holds for all smaller ones. */
const bisect = (isBelow: (chance: number) => boolean): number => {
  let [low, high] = [0, 1]
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (isBelow(middle)) low = middle
    else high = middle
  }
  return low
}

/** The probability of at most `count` of `total`, with the probability `chance` for each. */
const atMost = (count: number, total: number, chance: number): number => {
  let sum = 0
  let logChoices = 0
  for (let hits = 0; hits <= count; hits++) {
    if (hits > 0) logChoices += Math.log((total - hits + 1) / hits)
    sum += Math.exp(logChoices + hits * Math.log(chance) + (total - hits) * Math.log1p(-chance))
  }
  return Math.min(1, sum)
}
