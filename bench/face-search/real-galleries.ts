import type { ModelManifest } from '@nani/engines/face-engine/index.ts'
import { crowdSize } from '@nani/engines/face-search/index.ts'
import { type Enrolled, innerProduct } from '../face/identities.ts'
import { type Answer, reportIdentification } from './identification.ts'
import { randomFrom } from './population.ts'

/** Sizes of galleries, each with the number of random draws. Small galleries have few enrolled people to look for. */
const galleries = [
  { people: 30, draws: 300 },
  { people: 100, draws: 120 },
  { people: 300, draws: 50 },
  { people: 1_000, draws: 20 },
  { people: 1_400, draws: 20 },
]
/** Strangers of each draw. In a gallery of almost everyone there are fewer. */
const maxStrangers = 150

/**
 * Names in the photographs that belong to one person or to one photograph. They were found as the most similar pairs of
 * strangers, and compared by a person. The second name of each pair is left out.
 */
const secondNames = new Set(['John_Gruden', 'Shavon_Earp'])

/** Galleries of real people. Each enrols one random photograph of a random person. The others are searched. */
export const reportRealGalleries = (
  all: readonly Enrolled[],
  calibration: NonNullable<ModelManifest['calibration']>,
): void => {
  const people = [
    ...Map.groupBy(
      all.filter(({ person }) => !secondNames.has(person)),
      ({ person }) => person,
    ).values(),
  ]
  console.log(`\nGalleries of real people: ${all.length} photographs of ${people.length} people`)
  for (const [seed, { people: size, draws }] of galleries.entries()) {
    if (size >= people.length) continue
    const random = randomFrom(seed + 1)
    const answers = Array.from({ length: draws }, () => searchOneGallery(people, size, random))
    const [enrolled, strangers] = [
      answers.flatMap((one) => one.enrolled),
      answers.flatMap((one) => one.strangers),
    ]
    console.log(
      `\n${size} people, ${draws} draws, ${enrolled.length} probes of the enrolled and ${strangers.length} of strangers`,
    )
    reportIdentification(enrolled, strangers, calibration)
  }
}

type Gallery = { id: number; vector: Float32Array }[]

const searchOneGallery = (people: readonly (readonly Enrolled[])[], size: number, random: () => number) => {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const order = shuffled(people, random)
  const gallery: Gallery = []
  const enrolled: Answer[] = []
  const probes: { person: number; probe: Enrolled }[] = []
  for (const [id, photographs] of order.slice(0, size).entries()) {
    const kept = pick(photographs)
    gallery.push({ id, vector: kept.vector })
    const others = photographs.filter((one) => one !== kept)
    if (others.length > 0) probes.push({ person: id, probe: pick(others) })
  }
  for (const { person, probe } of probes) enrolled.push({ person, found: nearest(gallery, probe) })
  const strangers = order
    .slice(size, size + maxStrangers)
    .map((photographs): Answer => ({ person: -1, found: nearest(gallery, pick(photographs)) }))
  return { enrolled, strangers }
}

const nearest = (gallery: Gallery, { vector }: Enrolled) =>
  gallery
    .map((one) => ({ id: one.id, cosine: innerProduct(one.vector, vector) }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, 1 + crowdSize)

const shuffled = <T>(list: readonly T[], random: () => number): T[] => {
  const order = [...list]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}
