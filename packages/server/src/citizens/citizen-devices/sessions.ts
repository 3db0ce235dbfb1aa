import { createHash } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type { Actor, Random } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import {
  citizenContext,
  type DeviceKind,
  type DeviceRow,
  deviceColumns,
  mayCount,
  nameContext,
} from './devices/device-row.ts'

/** The citizen of a session, and the device that opened it. */
export type CitizenSession = {
  actor: Extract<Actor, { kind: 'citizen' }>
  environment: Environment
  /** The pseudonym of the citizen. */
  citizen: Buffer
  device: { id: string; name: string; kind: DeviceKind }
}

type Dependencies = { pool: Database; random: Random; vault: Vault }

const sessionHours = 12
const secretForm = /^[A-Za-z0-9_-]{43}$/
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Writes a session of a device. Returns the secret, which only the cookie holds. */
export const openSession = async (
  database: Database,
  { citizen, device_id }: Pick<DeviceRow, 'citizen' | 'device_id'>,
  random: Random,
): Promise<string> => {
  const secret = random.bytes(32).toString('base64url')
  await database.query({
    name: 'citizen-session-open',
    text: `insert into citizen_sessions (session_hash, citizen, device_id, expires_at)
           values ($1, $2, $3, now() + make_interval(hours => $4))`,
    values: [sha256(secret), citizen, device_id, sessionHours],
  })
  return secret
}

type SignedSession = { secret: string; signCount: number }

/**
 * Writes that the device signed the challenge, and the session that it opens, in one statement. False if the challenge
 * opened a session before, or the counter of the device did not rise: a copied key would repeat one. Each challenge has
 * one secret, so that its second session would have the hash of the first.
 */
export const openSignedSession = async (
  database: Database,
  { citizen, device_id }: Pick<DeviceRow, 'citizen' | 'device_id'>,
  { secret, signCount }: SignedSession,
): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'citizen-session-open-signed',
    text: `with signed as (
             update citizen_devices set last_used_at = now(), sign_count = $3
             where citizen = $1 and device_id = $2 and ${mayCount('$3')}
             returning citizen, device_id)
           insert into citizen_sessions (session_hash, citizen, device_id, expires_at)
           select $4, citizen, device_id, now() + make_interval(hours => $5) from signed
           on conflict (session_hash) do nothing`,
    values: [citizen, device_id, signCount, sha256(secret), sessionHours],
  })
  return rowCount === 1
}

/** The session of a cookie. A revoked device has none, from the commit of its revocation on. */
export const createReadSession =
  ({ pool, vault }: Pick<Dependencies, 'pool' | 'vault'>) =>
  async (secret: string | null): Promise<CitizenSession | null> => {
    if (secret === null || !secretForm.test(secret)) return null
    const { rows } = await pool.query<DeviceRow>({
      name: 'citizen-session-read',
      text: `select ${deviceColumns}
             from citizen_sessions s join citizen_devices d using (citizen, device_id)
             where s.session_hash = $1 and s.expires_at > now() and d.revoked_at is null`,
      values: [sha256(secret)],
    })
    const [row] = rows
    if (!row) return null
    const { device_id: id, environment, citizen, kind } = row
    const svcId = vault.open(row.sealed_citizen, citizenContext(id)).toString()
    const name = vault.open(row.sealed_name, nameContext(id)).toString()
    const actor = { kind: 'citizen' as const, svcId, environment, deviceId: id }
    return { actor, environment, citizen, device: { id, name, kind } }
  }

/** Ends the session of a cookie. Returns its device; null if the session ended before. */
export const endSessionOf = async (database: Database, secret: string): Promise<SessionDevice | null> => {
  const { rows } = await database.query<SessionDevice>({
    name: 'citizen-session-end',
    // The row stays until its challenge is too old to be signed again.
    text: `update citizen_sessions s set expires_at = now() from citizen_devices d
           where s.session_hash = $1 and s.expires_at > now() and d.citizen = s.citizen and d.device_id = s.device_id
           returning d.device_id, d.sealed_citizen`,
    values: [sha256(secret)],
  })
  return rows[0] ?? null
}

type SessionDevice = Pick<DeviceRow, 'device_id' | 'sealed_citizen'>

/** Ends all sessions of these citizens. Returns how many were open. */
export const endSessionsOf = async (database: Database, citizens: readonly Buffer[]): Promise<number> => {
  const { rowCount } = await database.query({
    name: 'citizen-sessions-end',
    text: `update citizen_sessions set expires_at = now() where citizen = any($1) and expires_at > now()`,
    values: [citizens],
  })
  return rowCount ?? 0
}
