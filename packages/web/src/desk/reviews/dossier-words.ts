import type { Say } from '../../staff/language.tsx'
import { missingName } from '../../staff/review-words.ts'
import { serviceName } from '../../staff/words.ts'
import type { DossierItem } from './review.ts'

export const partName = (say: Say, part: DossierItem['part']): string =>
  ({
    every_review: say('Every review', 'Tout examen'),
    face_recognition: serviceName(say, 'face_recognition'),
    credit_scoring: serviceName(say, 'credit_scoring'),
    sensitive_data: say('Sensitive data', 'Données sensibles'),
    biometric_data: say('Biometric data', 'Données biométriques'),
  })[part]

/** What is missing, one line for each part of the form. */
export const missingByPart = (say: Say, items: readonly DossierItem[]): string[] => {
  const missing = items.filter(({ is_missing }) => is_missing)
  return [...Map.groupBy(missing, ({ part }) => part)].map(
    ([part, ofPart]) =>
      `${partName(say, part)} – ${ofPart.map(({ field }) => missingName(say, field)).join(' · ')}`,
  )
}
