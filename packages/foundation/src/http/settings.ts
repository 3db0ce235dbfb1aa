import { parsedSetting, urlSetting, type ValuesOf, wholeNumberSetting } from '../core/index.ts'

const port = { max: 65_535 }

export const httpSettings = {
  sandboxPort: wholeNumberSetting({
    ...{
      ...port,
      variable: 'NANI_SANDBOX_PORT',
      purpose: 'HTTP; 0 selects a free port',
      byDefault: '`4010`',
      initial: 4010,
    },
  }),
  productionPort: wholeNumberSetting({
    ...{
      ...port,
      variable: 'NANI_PRODUCTION_PORT',
      purpose: 'HTTPS with mutual TLS; 0 selects a free port',
      byDefault: '`4443`',
      initial: 4443,
    },
  }),
  /** The base URL for callers, if it is not the address of the port. */
  sandboxUrl: urlSetting({
    variable: 'NANI_SANDBOX_URL',
    purpose:
      'The base URL for callers. It is used in signed file links and in credentials. The host name of the production URL is also in the server certificate',
    byDefault: 'the address of the port',
  }),
  productionUrl: urlSetting({
    variable: 'NANI_PRODUCTION_URL',
    purpose:
      'The base URL for callers. It is used in signed file links and in credentials. The host name of the production URL is also in the server certificate',
    byDefault: 'the address of the port',
  }),
  trustedProxies: parsedSetting(
    {
      variable: 'NANI_TRUSTED_PROXIES',
      purpose: 'Addresses and networks, separated by commas or spaces',
      byDefault: 'none',
    },
    (text) => (text ?? '').split(/[\s,]+/).filter((part) => part !== ''),
  ),
  /** For one address that is not a trusted proxy, on each port. */
  connectionsPerAddress: wholeNumberSetting({
    variable: 'NANI_CONNECTIONS_PER_ADDRESS',
    purpose: 'Maximum number of connections of one address on each port ([bounds](#connections))',
    byDefault: '`256`',
    ...{ initial: 256, min: 1, max: 10_000 },
  }),
}

export type HttpSettings = ValuesOf<typeof httpSettings>
