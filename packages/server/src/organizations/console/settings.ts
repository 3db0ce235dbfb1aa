import {
  invalidSetting,
  parsedSetting,
  urlSetting,
  type ValuesOf,
  wholeNumberSetting,
} from '@nani/foundation/core/index.ts'

export const consoleSettings = {
  consolePort: wholeNumberSetting({
    variable: 'NANI_CONSOLE_PORT',
    purpose: 'The console of organizations; 0 selects a free port',
    byDefault: '`4020`',
    ...{ initial: 4020, max: 65_535 },
  }),
  /** The address that people open, if it is not the address of the port. */
  consoleUrl: urlSetting({
    variable: 'NANI_CONSOLE_URL',
    purpose:
      'The address of the console for people. Passkeys and links in mail belong to it, so that it must not change later',
    byDefault: 'the address of the port',
  }),
  consoleCertificateFile: parsedSetting(
    {
      variable: 'NANI_CONSOLE_CERTIFICATE_FILE',
      purpose:
        'PEM file of the certificate of the console. Without it the console is served over HTTP, for a proxy with TLS or for a trial',
      byDefault: 'none',
    },
    (path, environment) => {
      if (path && !environment.NANI_CONSOLE_KEY_FILE)
        throw invalidSetting('NANI_CONSOLE_CERTIFICATE_FILE needs NANI_CONSOLE_KEY_FILE too.')
      return path
    },
  ),
  consoleKeyFile: parsedSetting(
    {
      variable: 'NANI_CONSOLE_KEY_FILE',
      purpose: 'PEM file of the private key of the console',
      byDefault: 'none',
    },
    (path) => path,
  ),
}

export type ConsoleSettings = ValuesOf<typeof consoleSettings>
