import { createHash } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type { Actor, Random } from '../core/index.ts'
import type { Vault } from '../storage/index.ts'
import {
  citizenContext,
  type Database,
  type DeviceKind,
  type DeviceRow,
  deviceColumns,
  nameContext,
} from './device-row.ts'

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
    return { actor: { kind: 'citizen', svcId }, environment, citizen, device: { id, name, kind } }
  }

export const createEndSession =
  ({ pool }: Pick<Dependencies, 'pool'>) =>
  async (secret: string | null): Promise<void> => {
    if (secret === null) return
    await pool.query({
      name: 'citizen-session-end',
      text: 'delete from citizen_sessions where session_hash = $1',
      values: [sha256(secret)],
    })
  }
