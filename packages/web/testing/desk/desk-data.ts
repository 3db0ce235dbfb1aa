import type { DeskOrganization } from '../../src/desk/organizations/organization.ts'
import type { Proposal } from '../../src/desk/proposals/proposal.ts'
import type { Queue } from '../../src/desk/queue/queue.ts'
import type { DeskReview, ReviewDifference } from '../../src/desk/reviews/review.ts'
import * as console from '../console/console-data.ts'

const { hostile } = console
const at = '2026-11-24T10:00:00.000Z'
export const organizationId = console.organizationId

export const me = {
  ...console.me,
  ...{ name: 'Amina Mbuyi', email: 'amina@nani.cd', organizations: [] },
  roles: ['reviewer', 'supervisor'],
}
export const auditor = { ...me, name: 'Grace Kalala', roles: ['auditor'] }
export const newcomer = { ...me, second_factor: { totp: false, passkeys: [], recovery_codes_left: 0 } }

export const proposal: Proposal = {
  ...{ object: 'proposal', id: 'prp_1', act: 'organizations.suspend', subject: organizationId },
  ...{ organization_id: organizationId, content: {}, status: 'proposed', proposed_by: 'Jonas Ilunga' },
  ...{ reason: hostile, proposed_at: at, expires_at: '2026-11-25T10:00:00.000Z' },
  ...{ decided_by: null, decided_reason: null, decided_at: null },
}
export const ownProposal: Proposal = { ...proposal, id: 'prp_2', proposed_by: me.name }
export const recovery: Proposal = {
  ...proposal,
  ...{ id: 'prp_3', act: 'operators.recover_second_factor', subject: 'opr_2', organization_id: null },
  content: { operator: 'Paul Mukendi' },
}
export const memberRecovery: Proposal = {
  ...proposal,
  ...{ id: 'prp_4', act: 'members.recover_second_factor_by_operators', subject: 'per_2' },
  content: { member: 'paul@banquedufleuve.cd' },
  sentence: {
    en: 'Removes the lost second factor of a member of an organization',
    fr: 'Retire le second facteur perdu d’un membre d’une organisation',
  },
}

const sentence = { en: 'Suspends an organization', fr: 'Suspend une organisation' }
const item = {
  since: at,
  is_late: false,
  sentence: null,
  organization_id: organizationId,
  waits_for: 'anyone',
} as const
export const queue: Queue = {
  object: 'queue',
  counts: { organization: 1, review: 2, case: 1_201, proposal: 1 },
  parts: { mine: 1_203, second_person: 2, late: 640 },
  data: [
    { ...item, kind: 'organization', id: organizationId, title: 'Banque du Fleuve' },
    { ...item, kind: 'review', id: 'rev_1', title: 'Ouverture de compte', waits_for: 'mine', is_late: true },
    { ...item, kind: 'review', id: 'rev_2', title: hostile, waits_for: 'second_person' },
    { ...item, kind: 'case', id: 'frd_1', title: 'FR-2026-000001', organization_id: null },
    {
      ...item,
      kind: 'proposal',
      id: 'prp_1',
      title: 'organizations.suspend',
      waits_for: 'second_person',
      sentence,
    },
  ],
}

export const organization: DeskOrganization = {
  ...console.organization,
  ...{ status: 'pending', status_reason: 'Un premier refus.', members: 2, proposals: [] },
  has_more_applications: false,
  business: {
    ...{ legal_name: 'Banque du Fleuve SA', trade_name: 'Le Fleuve', legal_form: 'SA', status: 'active' },
    ...{ registered_on: '2000-03-01', updated_at: at },
    identifiers: { rccm: console.organization.rccm, id_nat: '01-000-N00001A', nif: 'A0000001A' },
    officers: [{ full_name: hostile, role: 'director', since: '2019-01-01' }],
  },
  differences: [{ field: 'name', organization: 'Banque du Fleuve', register: 'Banque du Fleuve SA' }],
  applications: [
    {
      ...{ id: console.productionId, name: hostile, environment: 'production' },
      ...{ production_status: 'approved', approved_services: ['kyc_validation'] },
      suspended_services: ['aml_screening'],
      ...{ proposed_name: null, proposed_logo_hash: null },
    },
  ],
}
export const withNewLogo: DeskOrganization = {
  ...organization,
  ...{ status: 'verified', differences: [] },
  applications: organization.applications.map((application) => ({
    ...application,
    ...{ proposed_name: hostile, proposed_logo_hash: 'ab'.repeat(32) },
  })),
}
export const verified: DeskOrganization = { ...organization, status: 'verified' }

export const review: DeskReview = {
  ...console.review,
  ...{
    status: 'submitted',
    enhanced: true,
    organization_id: organizationId,
    organization: 'Banque du Fleuve',
  },
  ...{ services: ['kyc_validation', 'face_recognition', 'credit_scoring'], claimed_by: null, proposal: null },
  ...{ scopes: ['kyc.addresses', 'kyc.religion'], reason: null },
  items: [
    { part: 'every_review', field: 'answers.retention', is_missing: true },
    { part: 'every_review', field: 'files.terms_of_service', is_missing: true },
    { part: 'face_recognition', field: 'answers.face_recognition_use', is_missing: true },
    { part: 'face_recognition', field: 'files.biometric_assessment', is_missing: false },
    { part: 'credit_scoring', field: 'files.licence', is_missing: true },
    { part: 'sensitive_data', field: 'answers.sensitive_data_necessity', is_missing: false },
  ],
}
export const complete: DeskReview = {
  ...review,
  ...{ missing: [], claimed_by: me.name },
  items: review.items.map((item) => ({ ...item, is_missing: false })),
}
export const reviewProposal: Proposal = {
  ...proposal,
  ...{ act: 'reviews.decide', subject: 'rev_1' },
  content: {
    ...{ decision: 'approve', services: ['kyc_validation'], scopes: ['kyc.religion'] },
    purposes: ['customer_onboarding'],
  },
}
export const difference: ReviewDifference = {
  ...{ id: 'rev_1', against: 'rev_0', purposes: { added: [], removed: [] } },
  services: { added: ['face_recognition'], removed: ['aml_screening'] },
  scopes: { added: ['kyc.religion'], removed: [] },
  name: { before: 'Compte', after: hostile },
  answers: [{ answer: 'retention', before: '5 ans', after: hostile }],
}
export const listedReview = {
  ...{ object: 'review', id: 'rev_1', application_id: console.productionId, organization_id: organizationId },
  ...{ organization: hostile, name: 'Ouverture de compte', status: 'submitted', enhanced: true },
  ...{ claimed_by: null, submitted_at: at },
}
export const act = {
  ...console.acts[0],
  ...{ actor_kind: 'operator', actor: 'Jonas Ilunga', account: null, organization_id: organizationId },
}
export const alarm = {
  ...{ object: 'alarm', application_id: console.productionId, kind: 'enumeration', raised_at: at },
  details: { calls: 120 },
}
export const operator = {
  ...{ object: 'operator', id: 'opr_2', email: 'jonas@nani.cd', name: 'Jonas Ilunga', roles: ['reviewer'] },
  ...{ status: 'active', created_at: at, enrolled_at: at, disabled_at: null },
}
export const found = [
  { kind: 'organization', id: organizationId, title: hostile, organization_id: organizationId },
  { kind: 'case', id: 'frd_1', title: 'FR-2026-000001', organization_id: null },
]
