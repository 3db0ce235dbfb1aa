import { call } from './api.ts'
import { ApiError, codeOf } from './api-error.ts'
import type { Me } from './contract.ts'
import { proveChallenge } from './device/prove.ts'
import { forgetDevice, readDevice, type StoredDevice } from './device/store.ts'
import type { RequestOptions } from './device/webauthn.ts'
import { dropSubscription } from './push.ts'

/** Where the app is before it shows its screens. */
export type Session =
  | { state: 'starting' }
  | { state: 'welcome'; wasRemoved: boolean }
  | { state: 'locked'; device: StoredDevice }
  /** The server gave no session, for this reason. */
  | { state: 'unreachable'; code: string }
  | { state: 'open'; me: Me; device: StoredDevice }

/** The session of the cookie, else a new one by the key of this device. */
export const startSession = async (): Promise<Session> => {
  const device = await readDevice().catch(() => undefined)
  if (!device) return { state: 'welcome', wasRemoved: false }
  try {
    return { state: 'open', me: await call<Me>('GET', '/me'), device }
  } catch (thrown) {
    const code = codeOf(thrown)
    if (code !== 'not_signed_in') return { state: 'unreachable', code }
  }
  // An authenticator asks the person, and browsers want a touch before it.
  return device.kind === 'webauthn' ? { state: 'locked', device } : unlock(device)
}

/** Opens a session. A device that the server no longer knows has to enrol again. */
export const unlock = async (device: StoredDevice): Promise<Session> => {
  try {
    await openSession(device)
    return { state: 'open', me: await call<Me>('GET', '/me'), device }
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) return { state: 'locked', device }
    // The key stays: only its owner removes it.
    return thrown.code === 'signature_wrong'
      ? { state: 'welcome', wasRemoved: true }
      : { state: 'unreachable', code: thrown.code }
  }
}

const openSession = async (device: StoredDevice): Promise<void> => {
  const challenge = await call<{ challenge: string; webauthn?: RequestOptions }>(
    'POST',
    '/session/challenge',
    {
      device_id: device.id,
    },
  )
  const proof = await proveChallenge(device, challenge)
  await call('POST', '/session', { device_id: device.id, challenge: challenge.challenge, ...proof })
}

/** Erases what was loaded, and the key if this device is removed. */
export const leave = async ({ forgetsKey }: { forgetsKey: boolean }): Promise<void> => {
  if (forgetsKey) {
    await forgetDevice()
    await dropSubscription().catch(() => {})
  }
  const names = await globalThis.caches?.keys().catch(() => [])
  for (const name of names ?? []) if (name.startsWith('nani-data')) await caches.delete(name)
}
