import {
  challengedDevice,
  openedSession,
  type ShownCitizen,
  sessionChallenge,
  signedChallenge,
} from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { defineAct, defineReading, ofSurface } from '../../../gateway/acts/index.ts'
import { readOwnCitizen, shownCitizen } from '../describe-citizen.ts'
import type { DeviceContext, DevicePreparation, DeviceReading } from '../device-needs.ts'
import { sessionRate } from '../enrolment/stranger.ts'
import { createSessionChallenge, isOwnChallenge, sessionSecretOf } from '../session-challenge.ts'
import { openSignedSession } from '../sessions.ts'
import { deviceSignatureOf, holderOf, svcIdOf } from './device-fields.ts'
import { checkSignature, signatureOptions } from './device-key.ts'
import type { DeviceRow } from './device-row.ts'
import { findDevice } from './device-statements.ts'

/** What a device signs to open a session. An unknown device gets a challenge too, which leads nowhere. */
export const challengeDevice = defineReading({
  name: 'sessions.challenge',
  sentence: { en: 'Asks for the text that opens a session', fr: 'Demande le texte qui ouvre une session' },
  actors: { system: true },
  input: challengedDevice,
  output: sessionChallenge,
  refusals: ['invalid_request', 'too_many_attempts'],
  routes: { citizen: 'POST /session/challenge' },
  rateLimit: sessionRate,
  async read({ pool, input: { device_id: deviceId }, needs }: DeviceReading<typeof challengedDevice>) {
    const { now, device } = await findDevice(pool, deviceId)
    const challenge = createSessionChallenge({ key: needs.challengeKey, deviceId }, now, needs.random)
    const text = challenge.toString('base64url')
    if (!device?.credential_id) return { challenge: text }
    const options = await signatureOptions(challenge, device.credential_id, needs.app())
    return { challenge: text, webauthn: options as object }
  },
})

const output = Type.Object({ ...openedSession.properties, session_secret: Type.String(ofSurface) })
type DeviceSignIn = { device: DeviceRow; signCount: number; secret: string; citizen: ShownCitizen }
const refused = () => new Refusal('signature_wrong')

/** Opens a session of a device. Each challenge opens one. */
export const openDeviceSession = defineAct({
  name: 'sessions.open',
  sentence: { en: 'Opens a session of a device', fr: 'Ouvre une session d’un appareil' },
  actors: { system: true },
  input: signedChallenge,
  output,
  refusals: ['invalid_request', 'signature_wrong', 'not_found', 'too_many_attempts'],
  routes: { citizen: 'POST /session' },
  rateLimit: sessionRate,
  async prepare({ input, needs }: DevicePreparation<typeof signedChallenge>): Promise<DeviceSignIn> {
    const { device_id: deviceId } = input
    const signature = deviceSignatureOf(input)
    const challenge = Buffer.from(input.challenge, 'base64url')
    const of = { key: needs.challengeKey, deviceId }
    const { now, device } = await findDevice(needs.pool, deviceId)
    if (!device || !isOwnChallenge(of, challenge, now)) throw refused()
    const checked = await checkSignature(device, { content: challenge, challenge }, signature, needs.app())
    if (!checked) throw refused()
    const { environment } = device
    const person = await readOwnCitizen(svcIdOf(device, needs.vault), environment, needs.register)
    const citizen = shownCitizen(person, environment)
    return { device, signCount: checked.signCount, secret: sessionSecretOf(of, challenge), citizen }
  },
  async perform({ client, needs, prepared }: DeviceContext<typeof signedChallenge, DeviceSignIn>) {
    const { device, signCount, secret, citizen } = prepared
    if (!(await openSignedSession(client, device, { signCount, secret }))) throw refused()
    return {
      result: { citizen, session_secret: secret },
      provenActor: holderOf(device, needs.vault),
      entry: { subject: device.device_id },
    }
  },
})
