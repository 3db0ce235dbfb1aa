import { type Enrolled, innerProduct } from '../face/identities.ts'

/**
 * Invented people based on real ones. A template is drawn between two real people and moved by a random sum of others,
 * whose covariance is that of all. Two people with a common parent are as similar as real look-alikes.
 */
export type Population = {
  /** The enrolled template of a person, always the same for a number. */
  enrolled(person: number): Float32Array
  /** Another photograph of the person, with the distance and direction of two real photographs of one person. */
  again(person: number): Float32Array
}

/**
 * The share of a template's variance that comes from its two parents. With it, impostors are as similar as real ones.
 */
export const parentsShare = 0.4
const othersInSum = 8

export const populationOf = (real: readonly Enrolled[], share = parentsShare): Population => {
  const people = [...Map.groupBy(real, ({ person }) => person).values()]
  const centre = meanOf(real.map(({ vector }) => vector))
  const firsts = people.map(([one]) => less(one!.vector, centre))
  const moves = people.flatMap((photographs) =>
    photographs.slice(1).map(({ vector }, index) => moveBetween(photographs[index]!.vector, vector)),
  )
  const enrolled = (person: number) => {
    const random = randomFrom(person)
    const pick = () => firsts[Math.floor(random() * firsts.length)]!
    const template = centre.slice()
    const between = 0.2 + 0.6 * random()
    addTo(template, pick(), Math.sqrt(share * between))
    addTo(template, pick(), Math.sqrt(share * (1 - between)))
    for (let other = 0; other < othersInSum; other++) {
      addTo(template, pick(), gaussian(random) * Math.sqrt((1 - share) / othersInSum))
    }
    return ofLength1(template)
  }
  return {
    enrolled,
    again(person) {
      const random = randomFrom(-person)
      const template = enrolled(person)
      return moved(template, moves[Math.floor(random() * moves.length)]!)
    },
  }
}

/** The relation of one template of a person to another. `across` is orthogonal to the first. */
type Move = { cosine: number; across: Float32Array }

const moveBetween = (from: Float32Array, to: Float32Array): Move => {
  const cosine = innerProduct(from, to)
  const across = to.slice()
  addTo(across, from, -cosine)
  return { cosine, across }
}

const moved = (from: Float32Array, { cosine, across }: Move): Float32Array => {
  const aside = across.slice()
  addTo(aside, from, -innerProduct(from, across))
  const to = from.map((value) => value * cosine)
  addTo(to, ofLength1(aside), Math.sqrt(1 - cosine * cosine))
  return ofLength1(to)
}

/** Mulberry32, with a mixed seed so that neighbouring seeds are independent. */
export const randomFrom = (seed: number): (() => number) => {
  let state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const meanOf = (vectors: readonly Float32Array[]): Float32Array => {
  const mean = new Float32Array(vectors[0]!.length)
  for (const vector of vectors) addTo(mean, vector, 1 / vectors.length)
  return mean
}

const addTo = (sum: Float32Array, vector: Float32Array, weight: number): void => {
  for (let index = 0; index < sum.length; index++) sum[index]! += weight * vector[index]!
}

const less = (vector: Float32Array, other: Float32Array): Float32Array =>
  vector.map((value, index) => value - other[index]!)

const ofLength1 = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  for (let index = 0; index < vector.length; index++) vector[index]! /= length
  return vector
}
