/** A share of cases as counted, and its 95 % confidence interval. */
export type Rate = { count: number; total: number; rate: number; low: number; high: number }

const tail = 0.025

/**
 * The exact interval (Clopper and Pearson, 1934). It is correct for few or no cases, unlike approximations. It assumes
 * independent cases. Pairs that share a person are not independent, so the interval is slightly too narrow.
 */
export const rateOf = (count: number, total: number): Rate => ({
  count,
  total,
  rate: total === 0 ? 0 : count / total,
  low: count === 0 || total === 0 ? 0 : quantileOfBeta(tail, count, total - count + 1),
  high: count === total || total === 0 ? 1 : quantileOfBeta(1 - tail, count + 1, total - count),
})

/** Bisection in forty steps, which is finer than any count of pairs. */
const quantileOfBeta = (probability: number, a: number, b: number): number => {
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, a, b) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Regularised, by its continued fraction (Lentz). It converges fast on the used side of the mean. */
const incompleteBeta = (x: number, a: number, b: number): number => {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return (front * continuedFraction(x, a, b)) / a
}

const continuedFraction = (x: number, a: number, b: number): number => {
  const tiny = 1e-300
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    value *= d * c
    if (Math.abs(d * c - 1) < 1e-14) break
  }
  return value
}

// Stirling's series, after the argument is raised to where the series is precise.
const logGamma = (value: number): number => {
  let x = value
  let shift = 0
  for (; x < 12; x++) shift -= Math.log(x)
  const inverse = 1 / (x * x)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x
  return shift + (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series
}
