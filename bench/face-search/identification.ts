import { calibrated, type ModelManifest } from '@nani/engines/face-engine/index.ts'
import {
  type FaceCandidate,
  type IdentificationRule,
  identify,
  ruleOfTheLead,
} from '@nani/engines/face-search/index.ts'
import { percent } from './measured.ts'

export type Answer = { person: number; found: readonly FaceCandidate[] }
type Calibration = NonNullable<ModelManifest['calibration']>

const thresholds = [0.8, 0.85, 0.9, 0.95]
/** The rule of the release, and simple leads over the next person for comparison. */
export const rulesOfLead: Readonly<Record<string, Omit<IdentificationRule, 'threshold'>>> = {
  'no lead': { lead: 0, leadOverCrowd: -1 },
  'lead 0.10': { lead: 0.1, leadOverCrowd: -1 },
  'lead 0.15': { lead: 0.15, leadOverCrowd: -1 },
  'as released': ruleOfTheLead,
}

export type Shares = { missed: number; confused: number; strangersNamed: number }

/** For enrolled people: missed, or identified as another person. For strangers: identified as an enrolled person. */
export const sharesOf = (
  enrolled: readonly Answer[],
  strangers: readonly Answer[],
  rule: IdentificationRule,
  calibration: Calibration,
): Shares => {
  const named = ({ found }: Answer): number | null => {
    const candidates = found.map(({ id, cosine }) => ({
      identity: String(id),
      cosine,
      similarity: calibrated(calibration, cosine),
    }))
    const who = identify(candidates, rule)
    return who && Number(who.identity)
  }
  const answers = enrolled.map((one) => ({ person: one.person, who: named(one) }))
  const share = (count: number, of: readonly unknown[]) => count / of.length
  return {
    missed: share(answers.filter(({ person, who }) => who !== person).length, enrolled),
    confused: share(answers.filter(({ person, who }) => who !== null && who !== person).length, enrolled),
    strangersNamed: share(strangers.filter((one) => named(one) !== null).length, strangers),
  }
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
