import { isScope, type Scope, scopeCatalogue } from '@nani/contract'
import type { Application } from '../../gateway/gateway/index.ts'
import { OAuthError } from './oauth-error.ts'

export const serviceName = 'sso_login' as const
/** Purpose of a sign-in in the audit log and in the access log of the citizen. */
export const signInPurpose = 'sign_in'
/**
 * What the entries of a sign-in are, in the audit log. Their scopes are exactly what was disclosed. Earlier releases wrote
 * `signed_in` and null, and left out the profile and the consent.
 */
export const auditedAs = { code: 'code_issued', tokens: 'tokens_issued', claims: 'claims_disclosed' } as const
/** Asks for the consent to a credit score. */
export const creditScope = 'svc:credit.score'
const prefix = 'svc:'
/** The name in the audit log of a consent that a sign-in gave. */
export const readCreditScope = 'credit.score'

/** The scopes of the register that a sign-in scope names, in the order of the catalogue. */
export const registerScopes = (scopes: readonly string[]): Scope[] => {
  const asked = new Set(scopes)
  return (Object.keys(scopeCatalogue) as Scope[]).filter((scope) => asked.has(`${prefix}${scope}`))
}

/** The scopes whose data has no place in an id_token: it consists of files (spec/sign-in#sign-in-scopes). */
const fileScopes: readonly Scope[] = [
  'kyc.documents.primary',
  'kyc.documents.all',
  'kyc.biometrics.selfie',
  'kyc.biometrics.fingerprint',
  'kyc.biometrics.iris',
]
export const isFileScope = (scope: Scope): boolean => fileScopes.includes(scope)

/** How the consent screen marks a scope. */
export const tierOf = (
  scope: string,
): 'protocol' | 'basic' | 'standard' | 'sensitive' | 'biometric' | 'consent' => {
  if (scope === 'openid') return 'protocol'
  if (scope === 'profile') return 'basic'
  if (scope === creditScope) return 'consent'
  const name = scope.slice(prefix.length)
  return isScope(name) ? scopeCatalogue[name].tier : 'standard'
}

/** Scopes that are never asked of a person under 18 (spec/sign-in#minors). */
export const isForAdults = (scope: string): boolean =>
  ['sensitive', 'biometric', 'consent'].includes(tierOf(scope))

/** All scopes that an application could ask for, for discovery. */
export const everySignInScope: readonly string[] = [
  'openid',
  'profile',
  ...(Object.keys(scopeCatalogue) as Scope[])
    .filter((scope) => scope !== 'kyc.basic')
    .map((scope) => prefix + scope),
  creditScope,
]

/**
 * The scopes of a request, each once, in their order (spec/sign-in#sign-in-scopes).
 * @throws {OAuthError} `invalid_scope` if one does not exist or is not granted, or `openid` is missing.
 */
export const readScopes = (text: string | null, application: Application): string[] => {
  const asked = [...new Set((text ?? '').split(' ').filter((scope) => scope !== ''))]
  if (!asked.includes('openid')) throw new OAuthError('invalid_scope', 'The scope openid is required.')
  for (const scope of asked)
    if (!isGranted(scope, application))
      throw new OAuthError('invalid_scope', 'A scope does not exist or is not granted to the application.')
  return asked
}

const isGranted = (scope: string, application: Application): boolean => {
  if (scope === 'openid' || scope === 'profile') return true
  if (scope === creditScope) return mayAskForCredit(application)
  const name = scope.startsWith(prefix) ? scope.slice(prefix.length) : ''
  return name !== 'kyc.basic' && isScope(name) && application.scopes.has(name)
}

/** See spec/sign-in#credit-consent-at-sign-in. */
const mayAskForCredit = ({ environment, services, approvedServices, purposes }: Application): boolean =>
  services.has('credit_scoring') &&
  (environment === 'sandbox' || approvedServices.has('credit_scoring')) &&
  purposes.has('credit_assessment')
