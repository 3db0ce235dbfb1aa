import type { Environment } from '@nani/contract'
import { needsCertificate } from './checks/authenticate-client.ts'
import { everySignInScope } from './sign-in-scopes.ts'

export const signInPaths = {
  authorize: '/v1/oidc/authorize',
  token: '/v1/oidc/token',
  userinfo: '/v1/oidc/userinfo',
  keys: '/v1/oidc/jwks.json',
  discovery: '/.well-known/openid-configuration',
} as const

const profileClaims = [
  ...['svc_id', 'full_name', 'given_name', 'family_name', 'birthdate', 'age', 'gender', 'nationality'],
  ...['account_status', 'certified', 'level_of_assurance', 'account_created_at'],
]

const claimOf = (scope: string) =>
  scope === 'svc:credit.score' ? 'svc:credit.consent' : scope.replace(/^svc:kyc\./, 'svc:')

/**
 * The document of discovery. `tlsUrl` is the address of token and userinfo where they have one of their own, such as a
 * host on which a proxy asks for client certificates.
 */
export const discoveryDocument = (
  environment: Environment,
  baseUrl: string,
  tlsUrl: string | null,
): Record<string, unknown> => {
  const withCertificate = needsCertificate(environment, baseUrl)
  const aliasBase = tlsUrl ?? (withCertificate ? baseUrl : null)
  return {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + signInPaths.authorize,
    token_endpoint: baseUrl + signInPaths.token,
    userinfo_endpoint: baseUrl + signInPaths.userinfo,
    jwks_uri: baseUrl + signInPaths.keys,
    ...(aliasBase !== null && {
      mtls_endpoint_aliases: {
        token_endpoint: aliasBase + signInPaths.token,
        userinfo_endpoint: aliasBase + signInPaths.userinfo,
      },
    }),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    // No client has a secret. Where a certificate is required, some libraries send it only with the first method.
    token_endpoint_auth_methods_supported: [...(withCertificate ? ['tls_client_auth'] : []), 'none'],
    tls_client_certificate_bound_access_tokens: withCertificate,
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
    acr_values_supported: ['LOA2', 'LOA3', 'LOA4'],
    scopes_supported: everySignInScope,
    claims_supported: [
      ...['iss', 'sub', 'aud', 'exp', 'iat', 'nonce', 'auth_time', 'acr', 'amr'],
      ...profileClaims,
      ...everySignInScope.filter((scope) => scope.startsWith('svc:')).map(claimOf),
    ],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    ui_locales_supported: ['fr', 'en', 'ln', 'sw', 'lua', 'kg'],
  }
}
