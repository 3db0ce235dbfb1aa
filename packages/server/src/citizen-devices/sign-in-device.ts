import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type pg from 'pg'
import type { Random } from '../core/index.ts'
import type { Register } from '../register/index.ts'
import type { Vault } from '../storage/index.ts'
import { readOwnCitizen, type ShownCitizen, shownCitizen } from './describe-citizen.ts'
import { type AppOrigin, checkSignature, type DeviceSignature, signatureOptions } from './device-key.ts'
import { citizenContext } from './device-row.ts'
import { takeChallenge, writeChallenge, writeSigned } from './device-statements.ts'
import { DeviceRefused } from './refused.ts'
import { openSession } from './sessions.ts'

type Dependencies = {
  pool: pg.Pool
  random: Random
  vault: Vault
  register: Pick<Register, 'findCitizen'>
}

const challengeBytes = 32
const challengeSeconds = 120

export type SessionChallenge = { challenge: string; webauthn?: PublicKeyCredentialRequestOptionsJSON }

/** What a device signs to open a session. An unknown device gets a challenge too, which leads nowhere. */
export const createChallenge =
  ({ pool, random }: Pick<Dependencies, 'pool' | 'random'>) =>
  async (deviceId: string, app: AppOrigin): Promise<SessionChallenge> => {
    const challenge = random.bytes(challengeBytes)
    const device = await writeChallenge(pool, { deviceId, challenge, seconds: challengeSeconds })
    const text = challenge.toString('base64url')
    if (!device?.credential_id) return { challenge: text }
    return { challenge: text, webauthn: await signatureOptions(challenge, device.credential_id, app) }
  }

export type DeviceSession = { secret: string; citizen: ShownCitizen }

/** Opens a session of a device. Each challenge counts once, with a right or a wrong signature. */
export const createSignInDevice =
  ({ pool, random, vault, register }: Dependencies) =>
  async (deviceId: string, signature: DeviceSignature, app: AppOrigin): Promise<DeviceSession> => {
    const device = await takeChallenge(pool, deviceId)
    const content = device && { content: device.taken, challenge: device.taken }
    const checked = device && content && (await checkSignature(device, content, signature, app))
    if (!checked || !(await writeSigned(pool, device, checked.signCount)))
      throw new DeviceRefused({ code: 'signature_wrong' })
    const { environment, device_id, sealed_citizen } = device
    const svcId = vault.open(sealed_citizen, citizenContext(device_id)).toString()
    const citizen = await readOwnCitizen(svcId, environment, register)
    return { secret: await openSession(pool, device, random), citizen: shownCitizen(citizen, environment) }
  }
