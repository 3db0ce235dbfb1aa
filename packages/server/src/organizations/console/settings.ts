import {
  tlsFileSettings,
  urlSetting,
  type ValuesOf,
  wholeNumberSetting,
} from '@nani/foundation/core/index.ts'

const tls = tlsFileSettings('NANI_CONSOLE', 'the console')

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
  consoleCertificateFile: tls.certificateFile,
  consoleKeyFile: tls.keyFile,
}

export type ConsoleSettings = ValuesOf<typeof consoleSettings>
