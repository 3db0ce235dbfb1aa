import type { KeyObject } from 'node:crypto'
import type { Random } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Register } from '../../register/register/index.ts'
import type { RequestOptions } from '../../webauthn/index.ts'
import { readOwnCitizen, type ShownCitizen, shownCitizen } from './describe-citizen.ts'
import { type AppOrigin, checkSignature, type DeviceSignature, signatureOptions } from './device-key.ts'
import { citizenContext } from './device-row.ts'
import { findDevice } from './device-statements.ts'
import { DeviceRefused } from './refused.ts'
import { createSessionChallenge, isOwnChallenge, sessionSecretOf } from './session-challenge.ts'
import { openSignedSession } from './sessions.ts'

type Dependencies = {
  pool: pg.Pool
  random: Random
  vault: Vault
  register: Pick<Register, 'findCitizen'>
  challengeKey: KeyObject
}

export type SessionChallenge = { challenge: string; webauthn?: RequestOptions }

/** What a device signs to open a session. An unknown device gets a challenge too, which leads nowhere. */
export const createChallenge =
  ({ pool, random, challengeKey: key }: Pick<Dependencies, 'pool' | 'random' | 'challengeKey'>) =>
  async (deviceId: string, app: AppOrigin): Promise<SessionChallenge> => {
    const { now, device } = await findDevice(pool, deviceId)
    const challenge = createSessionChallenge({ key, deviceId }, now, random)
    const text = challenge.toString('base64url')
    if (!device?.credential_id) return { challenge: text }
    return { challenge: text, webauthn: await signatureOptions(challenge, device.credential_id, app) }
  }

export type DeviceSession = { secret: string; citizen: ShownCitizen }
export type SignedChallenge = { challenge: Buffer; signature: DeviceSignature }

/** Opens a session of a device. Each challenge opens one. */
export const createSignInDevice =
  ({ pool, vault, register, challengeKey: key }: Omit<Dependencies, 'random'>) =>
  async (
    deviceId: string,
    { challenge, signature }: SignedChallenge,
    app: AppOrigin,
  ): Promise<DeviceSession> => {
    const refused = () => new DeviceRefused({ code: 'signature_wrong' })
    const { now, device } = await findDevice(pool, deviceId)
    if (!device || !isOwnChallenge({ key, deviceId }, challenge, now)) throw refused()
    const checked = await checkSignature(device, { content: challenge, challenge }, signature, app)
    if (!checked) throw refused()
    const { environment, device_id, sealed_citizen } = device
    const secret = sessionSecretOf({ key, deviceId }, challenge)
    if (!(await openSignedSession(pool, device, { ...checked, secret }))) throw refused()
    const svcId = vault.open(sealed_citizen, citizenContext(device_id)).toString()
    const citizen = await readOwnCitizen(svcId, environment, register)
    return { secret, citizen: shownCitizen(citizen, environment) }
  }
