import { basicScope, type Scope } from '@nani/contract'
import { isCertified, resolveIdentity } from '../../../calls/disclosure/index.ts'
import type { Citizen } from '../../../register/register/index.ts'
import type { ApprovedWith } from '../requests/requests.ts'
import { isFileScope, readCreditScope, registerScopes } from '../sign-in-scopes.ts'
import type { CodeRow } from './codes.ts'

type Kyc = NonNullable<ReturnType<typeof resolveIdentity>['blocks']['kyc']>

/** The consent of a sign-in, as the application receives it. */
export type ConsentClaim = { consentId: string; expiresAt: string }

/** The content of the claim of a scope: the same as the block of KYC Validation. */
const contentOf: Record<Exclude<Scope, 'kyc.basic'>, (kyc: Kyc) => unknown> = {
  'kyc.documents.primary': (kyc) => kyc.documents?.primary,
  'kyc.documents.all': (kyc) => kyc.documents?.others,
  'kyc.addresses': (kyc) => kyc.addresses,
  'kyc.emails': (kyc) => kyc.emails,
  'kyc.phone_numbers': (kyc) => kyc.phone_numbers,
  'kyc.professions': (kyc) => kyc.professions,
  'kyc.place_of_birth': (kyc) => kyc.place_of_birth,
  'kyc.marital_status': (kyc) => kyc.marital_status,
  'kyc.languages': (kyc) => kyc.languages,
  'kyc.religion': (kyc) => kyc.religion,
  'kyc.ethnicity': (kyc) => kyc.ethnicity,
  'kyc.parents': (kyc) => kyc.parents,
  'kyc.biometrics.selfie': (kyc) => kyc.biometrics?.selfie,
  'kyc.biometrics.fingerprint': (kyc) => kyc.biometrics?.fingerprints,
  'kyc.biometrics.iris': (kyc) => kyc.biometrics?.iris,
}

const methods: Record<ApprovedWith, readonly string[]> = {
  hwk: ['face', 'hwk'],
  swk: ['face', 'swk'],
  test: ['test'],
}

/**
 * How the citizen was authenticated (spec/sign-in#claims-of-the-id-token). A code of the release before has neither time
 * nor method.
 */
export const authenticationClaims = (
  { approved_at, approved_with }: Pick<CodeRow, 'approved_at' | 'approved_with'>,
  { level_of_assurance }: Pick<Citizen, 'level_of_assurance'>,
): Record<string, unknown> => ({
  ...(approved_at && { auth_time: Math.floor(approved_at.getTime() / 1000) }),
  acr: level_of_assurance,
  ...(approved_with && { amr: methods[approved_with] }),
})

export type ClaimsOf = {
  citizen: Citizen
  scopes: readonly string[]
  consent: ConsentClaim | null
  nowMs: number
}

export type DisclosedClaims = {
  claims: Record<string, unknown>
  /** The scopes of these claims, as the audit log and the access log name them (spec/citizen-app#access-log). */
  scopes: string[]
}

/**
 * The claims of the granted scopes (spec/sign-in#sign-in-scopes). A scope without data has no claim. Placeholders stand
 * for files; claims with files are left out for an id_token.
 */
export const claimsOf = (
  { citizen, scopes, consent, nowMs }: ClaimsOf,
  place: 'id_token' | 'userinfo',
): DisclosedClaims => {
  const asked = registerScopes(scopes).filter((scope) => place === 'userinfo' || !isFileScope(scope))
  const { blocks, scopesApplied } = resolveIdentity(citizen, asked, nowMs)
  const claims: Record<string, unknown> = scopes.includes('profile') ? profileOf(citizen, blocks.kyc) : {}
  for (const scope of scopesApplied)
    if (blocks.kyc && scope !== 'kyc.basic')
      claims[scope.replace(/^kyc\./, 'svc:')] = contentOf[scope](blocks.kyc)
  if (consent)
    claims['svc:credit.consent'] = {
      method: 'svc_app',
      consent_id: consent.consentId,
      expires_at: consent.expiresAt,
    }
  const disclosed = disclosedScopes(scopes, scopesApplied, consent !== null)
  return { claims, scopes: disclosed }
}

/**
 * The names of what a sign-in discloses: `profile` is the basic data, and a consent that was given is a credit score. A
 * scope without data discloses nothing and is left out.
 */
export const disclosedScopes = (
  asked: readonly string[],
  applied: readonly Scope[],
  hasConsent: boolean,
): string[] => [
  ...(asked.includes('profile') ? [basicScope] : []),
  ...applied,
  ...(hasConsent ? [readCreditScope] : []),
]

const profileOf = (citizen: Citizen, kyc: Kyc | undefined): Record<string, unknown> => ({
  svc_id: citizen.svc_id,
  full_name: citizen.full_name,
  given_name: citizen.first_name,
  family_name: citizen.last_name,
  birthdate: citizen.date_of_birth,
  age: kyc?.basic.age,
  gender: citizen.gender,
  nationality: citizen.nationality,
  account_status: citizen.status,
  certified: isCertified(citizen),
  level_of_assurance: citizen.level_of_assurance,
  account_created_at: citizen.created_at,
})
