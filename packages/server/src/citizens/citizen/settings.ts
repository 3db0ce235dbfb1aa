import {
  tlsFileSettings,
  urlSetting,
  type ValuesOf,
  wholeNumberSetting,
} from '@nani/foundation/core/index.ts'

const tls = tlsFileSettings('NANI_CITIZEN', 'the app', 'the app of citizens')

export const citizenSettings = {
  citizenPort: wholeNumberSetting({
    variable: 'NANI_CITIZEN_PORT',
    purpose: 'The app of citizens; 0 selects a free port',
    byDefault: '`4030`',
    ...{ initial: 4030, max: 65_535 },
  }),
  /** The address that citizens open, if it is not the address of the port. */
  citizenUrl: urlSetting({
    variable: 'NANI_CITIZEN_URL',
    purpose:
      'The address of the app for citizens. Passkeys belong to its host name, so that it must not change later',
    byDefault: 'the address of the port',
  }),
  citizenCertificateFile: tls.certificateFile,
  citizenKeyFile: tls.keyFile,
}

export type CitizenSurfaceSettings = ValuesOf<typeof citizenSettings>
