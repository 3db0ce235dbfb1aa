import { urlSetting, type ValuesOf } from '@nani/foundation/core/index.ts'

export const signInSettings = {
  /** Where a proxy asks for client certificates on a host of its own. */
  sandboxMtlsUrl: urlSetting({
    variable: 'NANI_SANDBOX_MTLS_URL',
    purpose:
      'The base URL of token and userinfo, if a proxy serves mutual TLS on a host of its own. Discovery names it as `mtls_endpoint_aliases` ([sign-in](sign-in.md))',
    byDefault: 'the base URL',
  }),
  productionMtlsUrl: urlSetting({
    variable: 'NANI_PRODUCTION_MTLS_URL',
    purpose:
      'The base URL of token and userinfo, if a proxy serves mutual TLS on a host of its own. Discovery names it as `mtls_endpoint_aliases` ([sign-in](sign-in.md))',
    byDefault: 'the base URL',
  }),
}

export type SignInSettings = ValuesOf<typeof signInSettings>
