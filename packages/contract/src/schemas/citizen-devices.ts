import Type, { type Static } from 'typebox'
import {
  base64urlField,
  closed,
  deviceKeyField,
  imageField,
  signatureFields,
  textField,
  timeField,
  webauthnOptions,
} from './citizen-fields.ts'

const environmentField = Type.Enum(['sandbox', 'production'])

export const citizenDevice = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['webauthn', 'webcrypto']),
})
export type CitizenDevice = Static<typeof citizenDevice>

/** What the app shows of its citizen. */
export const shownCitizen = Type.Object({
  given_name: Type.String(),
  full_name: Type.String(),
  svc_id_masked: Type.String(),
  environment: environmentField,
})
export type ShownCitizen = Static<typeof shownCitizen>

export const citizenSettings = Type.Object({ notify_accesses: Type.Boolean() }, closed)
export type CitizenSettings = Static<typeof citizenSettings>

export const citizenMe = Type.Object({
  ...shownCitizen.properties,
  device: citizenDevice,
  settings: citizenSettings,
  notices: Type.Array(
    Type.Object({
      kind: Type.Literal('device_enrolled'),
      device: Type.Object({ ...citizenDevice.properties, created_at: timeField }),
    }),
    { description: 'Devices that were added and not confirmed on this device.' },
  ),
})
export type CitizenMe = Static<typeof citizenMe>

export const changedSettings = Type.Object({ settings: citizenSettings })

export const listedCitizenDevice = Type.Object({
  ...citizenDevice.properties,
  created_at: timeField,
  last_used_at: timeField,
  this_device: Type.Boolean(),
})
export type ListedCitizenDevice = Static<typeof listedCitizenDevice>
export const citizenDeviceList = Type.Object({ devices: Type.Array(listedCitizenDevice) })

const id = Type.String()

export const enrolmentStart = Type.Object(
  { identifier: textField(64), language: Type.Optional(textField(16)) },
  closed,
)
export const startedEnrolment = Type.Object({
  id,
  expires_at: timeField,
  code_length: Type.Integer(),
  next_message_at: timeField,
})
export const resumedEnrolment = Type.Object({
  next: Type.Enum(['code', 'face', 'key']),
  expires_at: timeField,
  challenge: Type.Optional(Type.String()),
  webauthn: webauthnOptions,
})
/** People write a code with dashes and spaces. */
export const enrolmentCode = Type.Object({ id, code: textField(32) }, closed)
export const rightCode = Type.Object({ next: Type.Literal('face') })
export const enrolmentFace = Type.Object({ id, image: imageField }, closed)
export const recognisedFace = Type.Object({
  next: Type.Literal('key'),
  challenge: Type.String(),
  webauthn: webauthnOptions,
})
export const enrolmentKey = Type.Object({ id, name: textField(60), key: deviceKeyField }, closed)
export const enrolledDevice = Type.Object({ device: citizenDevice, citizen: shownCitizen })

export const challengedDevice = Type.Object({ device_id: textField(64) }, closed)
export const sessionChallenge = Type.Object({ challenge: Type.String(), webauthn: webauthnOptions })
export const signedChallenge = Type.Object(
  { device_id: textField(64), challenge: base64urlField(200), ...signatureFields },
  closed,
)
export const openedSession = Type.Object({ citizen: shownCitizen })

/** The secret of the message that reported a device. */
export const revocationToken = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) }, closed)
export const reportedDevice = Type.Object({
  device: Type.Object({ name: Type.String(), created_at: timeField, last_used_at: timeField }),
})
export const revokedDevice = Type.Object({
  device: Type.Object({ name: Type.String(), created_at: timeField }),
})

export const pushKey = Type.Object({ public_key: Type.String(), subscribed: Type.Boolean() })
export const pushSubscriptionOffer = Type.Object(
  {
    subscription: Type.Object(
      {
        endpoint: textField(2_048),
        keys: Type.Object({ p256dh: textField(128), auth: textField(64) }, closed),
      },
      closed,
    ),
  },
  closed,
)
