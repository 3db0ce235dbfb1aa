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
    face_recognition_use: say(
      'In which situations do you compare faces?',
      'Dans quelles situations comparez-vous des visages ?',
    ),
    face_check_triggers: say(
      'Who may trigger a comparison of faces?',
      'Qui peut déclencher une comparaison de visages ?',
    ),
    face_reason_format: say(
      'What does the reason of a comparison contain?',
      'Que contient le motif d’une comparaison ?',
    ),
    face_search_need: say(
      'Do you need the search among all people (1:N)? If so, why?',
      'Avez-vous besoin de la recherche parmi toutes les personnes (1:N) ? Si oui, pourquoi ?',
    ),
    face_liveness_exceptions: say(
      'Which flows use liveness “none”, and why? If none does, say so.',
      'Quels parcours utilisent la détection du vivant « none », et pourquoi ? Si aucun, dites-le.',
    ),
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
    data_protection_officer: say(
      'Who is your data-protection officer? Give the name and an address.',
      'Qui est votre délégué à la protection des données ? Donnez le nom et une adresse.',
    ),
    biometric_encryption: say(
      'How do you encrypt biometric data at rest?',
      'Comment chiffrez-vous les données biométriques au repos ?',
    ),
    biometric_deletion: say(
      'How and when do you delete the images after the check?',
      'Comment et quand supprimez-vous les images après le contrôle ?',
    ),
  })[answer]

export const fileKindName = (say: Say, kind: ReviewFile['kind']): string =>
  ({
    terms_of_service: say('Terms of service', 'Conditions générales'),
    privacy_policy: say('Privacy policy', 'Politique de confidentialité'),
    security_report: say('Report of a penetration test', 'Rapport d’un test d’intrusion'),
    biometric_assessment: say(
      'Data-protection impact assessment',
      'Analyse d’impact relative à la protection des données',
    ),
    capture_audit: say('Audit of how images are captured', 'Audit de la prise d’images'),
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
