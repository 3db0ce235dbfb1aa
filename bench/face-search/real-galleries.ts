import type { ModelManifest } from '@nani/engines/face-engine/index.ts'
import { rateOf } from '@nani/engines/face-evaluation/index.ts'
import { ruleOfTheLead } from '@nani/engines/face-search/index.ts'
import type { Enrolled } from '../face/identities.ts'
import {
  type Answers,
  type Photographs,
  photographsOfPeople,
  searchOneGallery,
  shuffled,
} from './draw-gallery.ts'
import { extrapolateGallery } from './extrapolate-gallery.ts'
import { type Answer, leadAlone, moreMissed, reportIdentification, sharesOf } from './identification.ts'
import { percent } from './measured.ts'
import { randomFrom } from './population.ts'

type Calibration = NonNullable<ModelManifest['calibration']>

/** Sizes of galleries, each with the number of random draws. Small galleries have few people to search for. */
const galleries = [
  { people: 30, draws: 300 },
  { people: 100, draws: 120 },
  { people: 300, draws: 50 },
  { people: 600, draws: 30 },
  { people: 1_000, draws: 20 },
  { people: 1_400, draws: 20 },
]
/** There are no photographs of so many people. */
const extrapolated = { people: 2_400, draws: 20 }
/** The extrapolation is compared with real galleries: from random halves of the people to almost all of them. */
const compared = { people: 1_400, halves: 20 }

/**
 * Names in the photographs that belong to one person or to one photograph. They were found as the most similar pairs of
 * strangers, and compared by a person. The second name of each pair is left out.
 */
const secondNames = new Set(['John_Gruden', 'Shavon_Earp'])

/** Galleries of real people, and one with extrapolated cosines. */
export const reportRealGalleries = (all: readonly Enrolled[], calibration: Calibration): void => {
  const photographs = photographsOfPeople(all.filter(({ person }) => !secondNames.has(person)))
  console.log(`\nGalleries of real people: ${all.length} photographs of ${photographs.people.length} people`)
  const report = (what: string, drawn: readonly Answers[]) => {
    const answers = {
      enrolled: drawn.flatMap((one) => one.enrolled),
      strangers: drawn.flatMap((one) => one.strangers),
    }
    const counted = `${answers.enrolled.length} probes of the enrolled and ${answers.strangers.length} of strangers`
    console.log(`\n${what}, ${drawn.length} draws, ${counted}`)
    reportIdentification(answers.enrolled, answers.strangers, calibration)
    reportIntervals(answers, calibration)
  }
  for (const [seed, { people, draws }] of galleries.entries()) {
    if (people >= photographs.people.length) continue
    const random = randomFrom(seed + 1)
    const drawn = Array.from({ length: draws }, () => searchOneGallery(photographs, people, random))
    report(`${people} people`, drawn)
  }
  const random = randomFrom(galleries.length + 1)
  const ofHalves = Array.from({ length: compared.halves }, () =>
    extrapolateGallery(halfOf(photographs, random), compared.people, random),
  )
  report(`${compared.people} people, extrapolated from halves`, ofHalves)
  const { people, draws } = extrapolated
  const drawn = Array.from({ length: draws }, () => extrapolateGallery(photographs, people, random))
  report(`${people} people, extrapolated from all`, drawn)
}

const halfOf = ({ people, cosines }: Photographs, random: () => number): Photographs => ({
  people: shuffled(people, random).slice(0, Math.floor(people.length / 2)),
  cosines,
})

/** Probes share people. So an interval counts each person once, with the mean of their answers. */
const reportIntervals = ({ enrolled, strangers }: Answers, calibration: Calibration): void => {
  const shares = sharesOf(enrolled, strangers, { threshold: 0.85, ...ruleOfTheLead }, calibration)
  const interval = (share: number, answers: readonly Answer[]) => {
    const people = new Set(answers.map(({ person }) => person)).size
    const { low, high } = rateOf(Math.round(share * people), people)
    return `${percent(low, 2)} to ${percent(high, 2)} (${people} people)`
  }
  console.log(`  as released, 0.85, exact intervals: missed ${interval(shares.missed, enrolled)}`)
  console.log(`    strangers identified ${interval(shares.strangersNamed, strangers)}`)
  const [released, before] = [ruleOfTheLead, leadAlone].map((rule) => ({ threshold: 0.85, ...rule }))
  const { share, low, high } = moreMissed(enrolled, [released!, before!], calibration)
  const more = `${percent(share, 2)}, ${percent(low, 2)} to ${percent(high, 2)}`
  console.log(`    more missed than by the lead of 0.10: ${more}`)
}
