import {
  invalidSetting,
  parsedSetting,
  urlSetting,
  type ValuesOf,
  wholeNumberSetting,
} from '@nani/foundation/core/index.ts'

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
  citizenCertificateFile: parsedSetting(
    {
      variable: 'NANI_CITIZEN_CERTIFICATE_FILE',
      purpose:
        'PEM file of the certificate of the app. Without it the app is served over HTTP, for a proxy with TLS or for a trial',
      byDefault: 'none',
    },
    (path, environment) => {
      if (path && !environment.NANI_CITIZEN_KEY_FILE)
        throw invalidSetting('NANI_CITIZEN_CERTIFICATE_FILE needs NANI_CITIZEN_KEY_FILE too.')
      return path
    },
  ),
  citizenKeyFile: parsedSetting(
    {
      variable: 'NANI_CITIZEN_KEY_FILE',
      purpose: 'PEM file of the private key of the app of citizens',
      byDefault: 'none',
    },
    (path) => path,
  ),
}

export type CitizenSurfaceSettings = ValuesOf<typeof citizenSettings>
