import { calibrated, type ModelManifest } from '@nani/engines/face-engine/index.ts'
import { type FaceCandidate, identify } from '@nani/engines/face-search/index.ts'
import { percent } from './measured.ts'

export type Answer = { person: number; found: readonly FaceCandidate[] }

const thresholds = [0.8, 0.85, 0.9, 0.95]
const margins = [0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15]

/**
 * The results of identification at each threshold and margin. For enrolled people: found, confused with another, or
 * not found. For strangers: confused with an enrolled person or not.
 */
export const reportIdentification = (
  enrolled: readonly Answer[],
  strangers: readonly Answer[],
  calibration: NonNullable<ModelManifest['calibration']>,
): void => {
  const answerOf = ({ found }: Answer, threshold: number, margin: number): number | null => {
    const candidates = found.map(({ id, cosine }) => ({
      identity: String(id),
      cosine,
      similarity: calibrated(calibration, cosine),
    }))
    const who = identify(candidates, { threshold, margin })
    return who && Number(who.identity)
  }
  console.log('  threshold  margin  enrolled: found  another person         stranger: identified')
  for (const threshold of thresholds) {
    for (const margin of margins) {
      const answers = enrolled.map((one) => ({ ...one, who: answerOf(one, threshold, margin) }))
      const right = answers.filter(({ person, who }) => who === person).length
      const wrong = answers.filter(({ person, who }) => who !== null && who !== person).length
      const taken = strangers.filter((one) => answerOf(one, threshold, margin) !== null).length
      const columns = [
        threshold.toFixed(2).padStart(11),
        margin.toFixed(2).padStart(8),
        percent(right / enrolled.length).padStart(17),
        percent(wrong / enrolled.length, 2).padStart(15),
        percent(taken / strangers.length, 2).padStart(30),
      ]
      console.log(columns.join(''))
    }
  }
}
