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

/** What a part of the form is needed for. */
export const dossierParts = [
  'every_review',
  'face_recognition',
  'credit_scoring',
  'sensitive_data',
  'biometric_data',
] as const
type DossierPart = (typeof dossierParts)[number]

type Requirement = {
  part: DossierPart
  applies(covered: Covered): boolean
  answers: ReviewAnswer[]
  files: string[]
}

/** The form of a dossier, by service and tier (spec/face#dossier-for-production). */
const form: readonly Requirement[] = [
  {
    part: 'every_review',
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
    part: 'face_recognition',
    applies: ({ services }) => services.includes('face_recognition'),
    // The policy of reasons: situations, who may trigger, the form of a reason, the need for 1:N. Then biometric controls.
    answers: [
      ...(['face_recognition_use', 'face_check_triggers', 'face_reason_format', 'face_search_need'] as const),
      ...(['data_protection_officer', 'biometric_encryption', 'biometric_deletion'] as const),
      'face_liveness_exceptions',
    ],
    files: ['biometric_assessment', 'security_report', 'capture_audit'],
  },
  {
    part: 'credit_scoring',
    applies: ({ services }) => services.includes('credit_scoring'),
    answers: ['credit_scoring_use'],
    files: ['licence'],
  },
  {
    part: 'sensitive_data',
    applies: ({ scopes }) => hasTier(scopes, 'sensitive'),
    answers: ['sensitive_data_necessity'],
    files: [],
  },
  {
    part: 'biometric_data',
    applies: ({ scopes }) => hasTier(scopes, 'biometric'),
    answers: ['biometric_data_necessity', 'data_protection_officer', 'biometric_encryption'],
    files: ['biometric_assessment', 'security_report'],
  },
]

export type DossierItem = { part: DossierPart; field: string; is_missing: boolean }

/** Every item that the form asks for, with the part that needs it. Two parts may need the same item. */
export const itemsOf = ({ answers, fileKinds, ...covered }: Dossier): DossierItem[] =>
  form
    .filter(({ applies }) => applies(covered))
    .flatMap(({ part, ...required }) => [
      ...required.answers.map((name) => ({
        ...{ part, field: `answers.${name}`, is_missing: (answers[name] ?? '').trim() === '' },
      })),
      ...required.files.map((kind) => ({
        ...{ part, field: `files.${kind}`, is_missing: !fileKinds.includes(kind) },
      })),
    ])

/** Every field that a submission still needs: answers before files. */
export const missingOf = (dossier: Dossier): string[] => {
  const fields = itemsOf(dossier)
    .filter(({ is_missing }) => is_missing)
    .map(({ field }) => field)
  const missing = [
    ...(dossier.services.length === 0 ? ['services'] : []),
    ...(dossier.purposes.length === 0 ? ['purposes'] : []),
    ...fields.filter((field) => field.startsWith('answers.')),
    ...fields.filter((field) => field.startsWith('files.')),
  ]
  return [...new Set(missing)]
}
