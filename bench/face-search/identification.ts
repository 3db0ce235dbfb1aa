import { calibrated, type ModelManifest } from '@nani/engines/face-engine/index.ts'
import {
  type FaceCandidate,
  type IdentificationRule,
  identify,
  ruleOfTheLead,
} from '@nani/engines/face-search/index.ts'
import { percent } from './measured.ts'
import { randomFrom } from './population.ts'

export type Answer = { person: number; found: readonly FaceCandidate[] }
type Calibration = NonNullable<ModelManifest['calibration']>

const thresholds = [0.8, 0.85, 0.9, 0.95]
/** The rule before the crowd counted. The targets compare with it. */
export const leadAlone = { lead: 0.1, leadOverCrowd: -1 }
/** The rule of the release, and simple leads over the next person for comparison. */
export const rulesOfLead: Readonly<Record<string, Omit<IdentificationRule, 'threshold'>>> = {
  'no lead': { lead: 0, leadOverCrowd: -1 },
  'lead 0.10': leadAlone,
  'lead 0.15': { lead: 0.15, leadOverCrowd: -1 },
  'as released': ruleOfTheLead,
}

export type Shares = { missed: number; confused: number; strangersNamed: number }

/** The person that a rule identifies in an answer, or null. */
const namedBy =
  (rule: IdentificationRule, calibration: Calibration) =>
  ({ found }: Answer): number | null => {
    const candidates = found.map(({ id, cosine }) => ({
      identity: String(id),
      cosine,
      similarity: calibrated(calibration, cosine),
    }))
    const who = identify(candidates, rule)
    return who && Number(who.identity)
  }

/** For enrolled people: missed, or identified as another person. For strangers: identified as an enrolled person. */
export const sharesOf = (
  enrolled: readonly Answer[],
  strangers: readonly Answer[],
  rule: IdentificationRule,
  calibration: Calibration,
): Shares => {
  const named = namedBy(rule, calibration)
  const answers = enrolled.map((one) => ({ person: one.person, who: named(one) }))
  const share = (count: number, of: readonly unknown[]) => count / of.length
  return {
    missed: share(answers.filter(({ person, who }) => who !== person).length, enrolled),
    confused: share(answers.filter(({ person, who }) => who !== null && who !== person).length, enrolled),
    strangersNamed: share(strangers.filter((one) => named(one) !== null).length, strangers),
  }
}

/**
 * The share of enrolled people that one rule misses and another finds, less the reverse, with its 95 % interval. People
 * are drawn with replacement, a thousand times, with all their answers.
 */
export const moreMissed = (
  enrolled: readonly Answer[],
  [rule, other]: readonly [IdentificationRule, IdentificationRule],
  calibration: Calibration,
): { share: number; low: number; high: number } => {
  const [named, namedByOther] = [namedBy(rule, calibration), namedBy(other, calibration)]
  const people = [...Map.groupBy(enrolled, ({ person }) => person).values()].map((answers) => ({
    count: answers.length,
    more: answers.reduce(
      (sum, one) => sum + Number(named(one) !== one.person) - Number(namedByOther(one) !== one.person),
      0,
    ),
  }))
  const shareOf = (some: typeof people) =>
    some.reduce((sum, { more }) => sum + more, 0) / some.reduce((sum, { count }) => sum + count, 0)
  const random = randomFrom(people.length)
  const shares = Array.from({ length: 1_000 }, () =>
    shareOf(people.map(() => people[Math.floor(random() * people.length)]!)),
  ).sort((a, b) => a - b)
  return { share: shareOf(people), low: shares[25]!, high: shares[974]! }
}

export const reportIdentification = (
  enrolled: readonly Answer[],
  strangers: readonly Answer[],
  calibration: Calibration,
): void => {
  console.log('  threshold  rule           enrolled: missed  another person  strangers: identified')
  for (const threshold of thresholds) {
    for (const [name, rule] of Object.entries(rulesOfLead)) {
      const shares = sharesOf(enrolled, strangers, { threshold, ...rule }, calibration)
      const columns = [
        threshold.toFixed(2).padStart(11),
        `  ${name.padEnd(13)}`,
        percent(shares.missed, 2).padStart(18),
        percent(shares.confused, 2).padStart(16),
        percent(shares.strangersNamed, 2).padStart(23),
      ]
      console.log(columns.join(''))
    }
  }
}
