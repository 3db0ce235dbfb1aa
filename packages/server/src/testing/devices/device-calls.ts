import type { SignatureFields } from '@nani/contract'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import {
  type AppOrigin,
  type CitizenDevices,
  type CitizenSession,
  challengeDevice,
  changeSettings,
  checkCode,
  checkFace,
  confirmNotices,
  type DeviceSignature,
  endSession,
  enrolDevice,
  findByMessage,
  hasSubscription,
  listDevices,
  type OfferedKey,
  openDeviceSession,
  type PushSubscription,
  readMe,
  removeSubscription,
  resumeEnrolment,
  revokeByMessage,
  revokeDevice,
  startEnrolment,
  stranger,
  writeSubscription,
} from '../../citizens/citizen-devices/index.ts'

type Enrolling = { identifier: string; language: string; address: string; app: AppOrigin }
type SignedChallenge = { challenge: Buffer; signature: DeviceSignature }

const own = ({ citizen, device }: Pick<CitizenSession, 'citizen' | 'device'>) => ({
  ...{ citizen, deviceId: device.id },
})

/** A signature with the members that an input has. The surface leaves the others out. */
export const signedMembers = (given: DeviceSignature): SignatureFields => {
  if ('signature' in given) return given
  const { id, rawId, type, response } = given.webauthn
  const { clientDataJSON, authenticatorData, signature } = response
  return { webauthn: { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } } }
}

/** The acts of devices as a surface calls them, with the types of a test. */
export const deviceCalls = (devices: CitizenDevices, usualApp: AppOrigin) => {
  const { dependencies, push } = devices
  const { pool, vault } = dependencies
  const needsOf = (app = usualApp) => ({ ...dependencies, app: () => app })
  const request = (address: string) => ({ id: 'req_1', client_address: address, method: 'POST', path: '/' })
  return {
    ...devices,
    async startEnrolment({ identifier, language, address, app }: Enrolling) {
      const input = { identifier, language, request: request(address) }
      const { expires_at, next_message_at, ...started } = await startEnrolment(stranger, input, needsOf(app))
      return {
        ...started,
        expires_at: new Date(expires_at),
        next_message_at: new Date(next_message_at),
      }
    },
    resumeEnrolment: (id: string) => resumeEnrolment(stranger, { id }, needsOf()),
    /** False for a text that is no code. */
    checkCode: (id: string, code: string) =>
      checkCode(stranger, { id, code }, needsOf()).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refusal && error.code === 'value_invalid') return false
          throw error
        },
      ),
    requireFaceStep: (id: string) => checkFace.admit?.({ id }, needsOf()) ?? Promise.resolve(),
    async checkFace(id: string, image: Buffer) {
      const { challenge } = await checkFace(stranger, { id, image: image.toString('base64') }, needsOf())
      return { challenge: Buffer.from(challenge, 'base64url') }
    },
    async enrol(id: string, { name, key }: { name: string; key: OfferedKey }, app?: AppOrigin) {
      const input = { id, name, key } as Parameters<typeof enrolDevice>[1]
      const { session_secret: secret, ...enrolled } = await enrolDevice(stranger, input, needsOf(app))
      return { secret, ...enrolled }
    },
    challenge: (deviceId: string, app?: AppOrigin) =>
      challengeDevice(stranger, { device_id: deviceId }, needsOf(app)),
    async signIn(deviceId: string, { challenge, signature }: SignedChallenge, app?: AppOrigin) {
      const input = {
        device_id: deviceId,
        challenge: challenge.toString('base64url'),
        ...signedMembers(signature),
      }
      const { session_secret: secret, citizen } = await openDeviceSession(stranger, input, needsOf(app))
      return { secret, citizen }
    },
    findByMessage: async (token: string) => (await findByMessage(stranger, { token }, needsOf())).device,
    revokeByMessage: async (token: string) => (await revokeByMessage(stranger, { token }, needsOf())).device,
    revoke: (actor: Actor, id: string) => revokeDevice(actor, { id }, needsOf()),
    endSession: (secret: string) => endSession(stranger, { session_secret: secret }, needsOf()),
    async list({ actor }: Pick<CitizenSession, 'actor'>) {
      const { devices: listed } = await listDevices(actor, {}, needsOf())
      const { notices } = await readMe(actor, {}, needsOf())
      return { devices: listed, unseen: notices.map(({ device }) => device) }
    },
    confirmNotices: ({ actor }: Pick<CitizenSession, 'actor'>) => confirmNotices(actor, {}, needsOf()),
    writeSettings: (actor: Actor, settings: { notify_accesses: boolean }) =>
      changeSettings(actor, settings, needsOf()),
    push: {
      ...push,
      write: (session: CitizenSession, subscription: PushSubscription) =>
        inTransaction(pool, (client) => writeSubscription(client, own(session), subscription, vault)),
      remove: (session: CitizenSession) => removeSubscription(pool, own(session)),
      has: (session: CitizenSession) => hasSubscription(pool, own(session)),
    },
  }
}
