import { crowdSize } from '@nani/engines/face-search/index.ts'
import { type Enrolled, innerProduct } from '../face/identities.ts'
import type { Answer } from './identification.ts'

/** Photographs of real people, as numbers. A person is the number of their first one. `cosines` has a row for each. */
export type Photographs = { people: readonly (readonly number[])[]; cosines: readonly Float32Array[] }

export const photographsOfPeople = (all: readonly Enrolled[]): Photographs => ({
  people: [...Map.groupBy(all.keys(), (photograph) => all[photograph]!.person).values()],
  cosines: all.map(({ vector }) => Float32Array.from(all, (other) => innerProduct(vector, other.vector))),
})

export type Answers = { enrolled: Answer[]; strangers: Answer[] }

/**
 * Searches in one gallery of `size` random people, each with one random photograph. One person more is drawn, and each
 * of them is a stranger once, while their own photograph is left out. So almost everyone can be enrolled, and there are
 * still as many strangers. For an enrolled person the next one is left out.
 */
export const searchOneGallery = (
  { people, cosines }: Photographs,
  size: number,
  random: () => number,
): Answers => {
  const gallery = shuffled(people, random)
    .slice(0, size + 1)
    .map((photographs) => ({ id: photographs[0]!, photographs, photograph: pick(photographs, random) }))
  const nearest = (probe: number, leftOut: number) => {
    const found = gallery.flatMap(({ id, photograph }, place) =>
      place === leftOut ? [] : [{ id, cosine: cosines[probe]![photograph]! }],
    )
    return found.sort((a, b) => b.cosine - a.cosine).slice(0, 1 + crowdSize)
  }
  const answers: Answers = { enrolled: [], strangers: [] }
  for (const [place, { id, photographs, photograph }] of gallery.entries()) {
    const others = photographs.filter((one) => one !== photograph)
    const probe = others.length > 0 ? pick(others, random) : photograph
    answers.strangers.push({ person: id, found: nearest(probe, place) })
    if (others.length > 0) {
      answers.enrolled.push({ person: id, found: nearest(probe, (place + 1) % gallery.length) })
    }
  }
  return answers
}

export const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)]!

export const shuffled = <T>(list: readonly T[], random: () => number): T[] => {
  const order = [...list]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}
