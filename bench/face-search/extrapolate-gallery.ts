import { crowdSize } from '@nani/engines/face-search/index.ts'
import { type Answers, type Photographs, pick } from './draw-gallery.ts'

/** The share of the most similar people whose cosines are drawn. Only they can be among the nearest. */
const tail = 0.05
/** The weight of a photograph's own spread. The rest is the mean spread, because few cosines measure one's own. */
const ownSpread = 0.25

/** The similar end of the cosines of one photograph with one photograph of each other person. */
type Tail = { from: number; spread: number; excesses: number[] }

/**
 * Searches among more people than the photographs have. Cosines are drawn, not people: each photograph has its own
 * level and spread of the cosines with strangers, and a spread of all photographs (`excesses`) gives their shape.
 */
export const extrapolateGallery = (
  { people, cosines }: Photographs,
  size: number,
  random: () => number,
): Answers => {
  const shown = people.map((photographs) => pick(photographs, random))
  const probes = people.map((photographs, place) => {
    const probe = pick(photographs, random)
    const others = photographs.filter((one) => one !== probe)
    const own = others.length > 0 ? cosines[probe]![pick(others, random)]! : null
    const strangers = shown.flatMap((photograph, other) =>
      other === place ? [] : [cosines[probe]![photograph]!],
    )
    return { person: photographs[0]!, own, tail: tailOf(strangers) }
  })
  const meanSpread = mean(probes.map((one) => one.tail.spread))
  const spreadOf = (one: Tail) => ownSpread * one.spread + (1 - ownSpread) * meanSpread
  const pool = probes.flatMap((one) => one.tail.excesses.map((excess) => excess / spreadOf(one.tail)))
  const answers: Answers = { enrolled: [], strangers: [] }
  for (const { person, own, tail: one } of probes) {
    const drawn: { id: number; cosine: number }[] = []
    for (let other = 0; other < size; other++) {
      if (random() >= tail) continue
      drawn.push({ id: -1 - other, cosine: one.from + spreadOf(one) * pick(pool, random) })
    }
    const nearest = drawn.sort((a, b) => b.cosine - a.cosine).slice(0, 1 + crowdSize)
    answers.strangers.push({ person, found: nearest })
    if (own === null) continue
    const found = [{ id: person, cosine: own }, ...nearest].sort((a, b) => b.cosine - a.cosine)
    answers.enrolled.push({ person, found: found.slice(0, 1 + crowdSize) })
  }
  return answers
}

const tailOf = (strangers: readonly number[]): Tail => {
  const falling = strangers.toSorted((a, b) => b - a)
  const count = Math.round(tail * falling.length)
  const from = falling[count]!
  const excesses = falling.slice(0, count).map((cosine) => cosine - from)
  return { from, spread: mean(excesses), excesses }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
