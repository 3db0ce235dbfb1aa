import {
  invalidSetting,
  parsedSetting,
  urlSetting,
  type ValuesOf,
  wholeNumberSetting,
} from '@nani/foundation/core/index.ts'

export const operatorsDeskSettings = {
  deskPort: wholeNumberSetting({
    variable: 'NANI_DESK_PORT',
    purpose: 'The desk of operators; 0 selects a free port',
    ...{ initial: 4040, max: 65_535 },
  }),
  /** Of its own: `NANI_HOST` makes other surfaces public, and never this one. */
  deskHost: parsedSetting(
    { variable: 'NANI_DESK_HOST', purpose: 'The address on which the desk listens' },
    (text) => text ?? '127.0.0.1',
  ),
  /** The address that operators open, if it is not the address of the port. */
  deskUrl: urlSetting({ variable: 'NANI_DESK_URL', purpose: 'The address of the desk for operators' }),
  deskCertificateFile: parsedSetting(
    { variable: 'NANI_DESK_CERTIFICATE_FILE', purpose: 'PEM file of the certificate of the desk' },
    (path, environment) => {
      if (path && !environment.NANI_DESK_KEY_FILE)
        throw invalidSetting('NANI_DESK_CERTIFICATE_FILE needs NANI_DESK_KEY_FILE too.')
      return path
    },
  ),
  deskKeyFile: parsedSetting(
    { variable: 'NANI_DESK_KEY_FILE', purpose: 'PEM file of the private key of the desk' },
    (path) => path,
  ),
}

export type OperatorsDeskSettings = ValuesOf<typeof operatorsDeskSettings>
