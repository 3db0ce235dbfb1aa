import {
  parsedSetting,
  tlsFileSettings,
  urlSetting,
  type ValuesOf,
  wholeNumberSetting,
} from '@nani/foundation/core/index.ts'

const tls = tlsFileSettings('NANI_DESK', 'the desk')

export const operatorsDeskSettings = {
  deskPort: wholeNumberSetting({
    variable: 'NANI_DESK_PORT',
    purpose: 'The desk of operators; 0 selects a free port',
    byDefault: '`4040`',
    ...{ initial: 4040, max: 65_535 },
  }),
  /** Of its own: `NANI_HOST` makes other surfaces public, and never this one. */
  deskHost: parsedSetting(
    {
      variable: 'NANI_DESK_HOST',
      purpose:
        'The address on which the desk listens. `NANI_HOST` does not change it, so that the desk is never public by accident',
      byDefault: '`127.0.0.1`',
    },
    (text) => text ?? '127.0.0.1',
  ),
  /** The address that operators open, if it is not the address of the port. */
  deskUrl: urlSetting({
    variable: 'NANI_DESK_URL',
    purpose:
      'The address of the desk for operators. Passkeys and invitations belong to it, so that it must not change later',
    byDefault: 'the address of the port',
  }),
  deskCertificateFile: tls.certificateFile,
  deskKeyFile: tls.keyFile,
}

export type OperatorsDeskSettings = ValuesOf<typeof operatorsDeskSettings>
