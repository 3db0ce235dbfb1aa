import type { ReviewAnswer, ReviewFile } from '@nani/contract/console'
import type { Say } from './language.tsx'

export const answerName = (say: Say, answer: ReviewAnswer): string =>
  ({
    purpose_description: say('What do you use the data for?', 'À quoi servent les données ?'),
    legal_basis: say('Which law or contract permits it?', 'Quelle loi ou quel contrat le permet ?'),
    data_protection_contact: say(
      'Who answers questions about data protection?',
      'Qui répond aux questions de protection des données ?',
    ),
    retention: say('How long do you keep the data?', 'Combien de temps gardez-vous les données ?'),
    security_measures: say(
      'How do you protect keys and data?',
      'Comment protégez-vous les clés et les données ?',
    ),
    face_recognition_use: say('When do you compare faces?', 'Quand comparez-vous des visages ?'),
    credit_scoring_use: say(
      'Which decisions use the credit score?',
      'Quelles décisions utilisent le score de crédit ?',
    ),
    sensitive_data_necessity: say(
      'Why is sensitive data necessary?',
      'Pourquoi des données sensibles sont-elles nécessaires ?',
    ),
    biometric_data_necessity: say(
      'Why is biometric data necessary?',
      'Pourquoi des données biométriques sont-elles nécessaires ?',
    ),
  })[answer]

export const fileKindName = (say: Say, kind: ReviewFile['kind']): string =>
  ({
    terms_of_service: say('Terms of service', 'Conditions générales'),
    privacy_policy: say('Privacy policy', 'Politique de confidentialité'),
    security_report: say('Security report', 'Rapport de sécurité'),
    biometric_assessment: say('Assessment of biometric data', 'Analyse des données biométriques'),
    licence: say('Licence of the authority', 'Agrément de l’autorité'),
    other: say('Other', 'Autre'),
  })[kind]

/** The name of a field that a submission still needs, for example `answers.legal_basis` or `files.licence`. */
export const missingName = (say: Say, field: string): string => {
  const [group, name = ''] = field.split('.')
  if (group === 'answers') return answerName(say, name as ReviewAnswer) ?? field
  if (group === 'files')
    return `${say('File:', 'Fichier :')} ${fileKindName(say, name as ReviewFile['kind']) ?? name}`
  return field
}
