import { type Purpose, type Scope, type ServiceName, scopeCatalogue } from '@nani/contract'
import type { ReviewAnswer } from '@nani/contract/console'

export type Covered = { services: ServiceName[]; scopes: Scope[]; purposes: Purpose[] }
export type Dossier = Covered & {
  answers: Partial<Record<ReviewAnswer, string>>
  fileKinds: readonly string[]
}

const tierOf = (scope: Scope) => scopeCatalogue[scope].tier
const hasTier = (scopes: readonly Scope[], tier: 'sensitive' | 'biometric') =>
  scopes.some((scope) => tierOf(scope) === tier)

/** These reviews need two reviewers (spec/organizations#production-review). */
export const isEnhanced = ({ services, scopes }: Covered): boolean =>
  services.includes('face_recognition') ||
  services.includes('credit_scoring') ||
  hasTier(scopes, 'sensitive') ||
  hasTier(scopes, 'biometric')

type Requirement = { applies(covered: Covered): boolean; answers: ReviewAnswer[]; files: string[] }

/** The form of a dossier, by service and tier (spec/production-access). */
const form: readonly Requirement[] = [
  {
    applies: () => true,
    answers: [
      'purpose_description',
      'legal_basis',
      'data_protection_contact',
      'retention',
      'security_measures',
    ],
    files: ['privacy_policy', 'terms_of_service'],
  },
  {
    applies: ({ services }) => services.includes('face_recognition'),
    answers: ['face_recognition_use'],
    files: ['biometric_assessment', 'security_report'],
  },
  {
    applies: ({ services }) => services.includes('credit_scoring'),
    answers: ['credit_scoring_use'],
    files: ['licence'],
  },
  {
    applies: ({ scopes }) => hasTier(scopes, 'sensitive'),
    answers: ['sensitive_data_necessity'],
    files: [],
  },
  {
    applies: ({ scopes }) => hasTier(scopes, 'biometric'),
    answers: ['biometric_data_necessity'],
    files: ['biometric_assessment', 'security_report'],
  },
]

/** Every field that a submission still needs. */
export const missingOf = ({ answers, fileKinds, ...covered }: Dossier): string[] => {
  const required = form.filter(({ applies }) => applies(covered))
  const missing = [
    ...(covered.services.length === 0 ? ['services'] : []),
    ...(covered.purposes.length === 0 ? ['purposes'] : []),
    ...required
      .flatMap((one) => one.answers)
      .filter((name) => (answers[name] ?? '').trim() === '')
      .map((name) => `answers.${name}`),
    ...required
      .flatMap((one) => one.files)
      .filter((kind) => !fileKinds.includes(kind))
      .map((kind) => `files.${kind}`),
  ]
  return [...new Set(missing)]
}
