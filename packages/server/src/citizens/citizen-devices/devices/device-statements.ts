import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { AcceptedKey } from './device-key.ts'
import { type DeviceRow, deviceColumns, mayCount } from './device-row.ts'

type NewDeviceRow = {
  citizen: Buffer
  deviceId: string
  environment: Environment
  sealedCitizen: Buffer
  sealedName: Buffer
  revocationHash: Buffer
  key: AcceptedKey
}

export const insertDevice = async (database: Database, device: NewDeviceRow): Promise<void> => {
  const { kind, publicKey, credentialId, signCount } = device.key
  await database.query({
    name: 'device-insert',
    text: `insert into citizen_devices (citizen, device_id, environment, sealed_citizen, sealed_name, revocation_hash,
             kind, public_key, credential_id, sign_count)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      ...[device.citizen, device.deviceId, device.environment, device.sealedCitizen, device.sealedName],
      ...[device.revocationHash, kind, publicKey, credentialId, signCount],
    ],
  })
}

export const countDevices = async (database: Database, citizen: Buffer): Promise<number> => {
  const { rows } = await database.query<{ devices: number }>({
    name: 'device-count',
    text: 'select count(*)::int as devices from citizen_devices where citizen = $1 and revoked_at is null',
    values: [citizen],
  })
  return rows[0]?.devices ?? 0
}

type OfCitizen = Pick<DeviceRow, 'citizen' | 'environment'>

/** The devices of a citizen that are not revoked, the newest first. */
export const listDevicesOf = async (
  database: Database,
  { citizen, environment }: OfCitizen,
): Promise<DeviceRow[]> => {
  const { rows } = await database.query<DeviceRow>({
    name: 'device-list',
    text: `select ${deviceColumns} from citizen_devices d
           where d.citizen = $1 and d.environment = $2 and d.revoked_at is null
           order by d.created_at desc, d.device_id`,
    values: [citizen, environment],
  })
  return rows
}

/** The previous release stores a challenge with the device, which is erased as well. */
const revoked = `revoked_at = now(), sealed_push = null, push_hash = null, challenge = null, challenge_ends_at = null`

/** Ends a device, its sessions and its subscription. Returns false if it is another citizen's, or was ended before. */
export const writeRevoked = async (
  database: Database,
  { citizen, environment }: OfCitizen,
  deviceId: string,
): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'device-revoke',
    text: `update citizen_devices set ${revoked}
           where citizen = $1 and environment = $3 and device_id = $2 and revoked_at is null`,
    values: [citizen, deviceId, environment],
  })
  return rowCount === 1
}

/** The devices of these citizens that are not revoked, locked in one order. */
export const lockDevicesOf = async (
  database: Database,
  citizens: readonly Buffer[],
): Promise<(OfCitizen & { device_id: string })[]> => {
  const { rows } = await database.query<OfCitizen & { device_id: string }>({
    name: 'device-lock-all',
    text: `select citizen, environment, device_id from citizen_devices
           where citizen = any($1) and revoked_at is null order by citizen, device_id for update`,
    values: [citizens],
  })
  return rows
}

/** The device that a message named, if it is not revoked. */
export const findByRevocation = async (database: Database, hash: Buffer): Promise<DeviceRow | null> => {
  const { rows } = await database.query<DeviceRow>({
    name: 'device-by-revocation',
    text: `select ${deviceColumns} from citizen_devices d where d.revocation_hash = $1 and d.revoked_at is null`,
    values: [hash],
  })
  return rows[0] ?? null
}

/** The device of an id, if it is not revoked, with the time of the database. */
export const findDevice = async (
  database: Database,
  deviceId: string,
): Promise<{ now: Date; device: DeviceRow | null }> => {
  const { rows } = await database.query<{ now: Date } & DeviceRow>({
    name: 'device-find',
    text: `select now() as now, ${deviceColumns}
           from (select) always left join citizen_devices d on d.device_id = $1 and d.revoked_at is null limit 1`,
    values: [deviceId],
  })
  const { now, ...row } = rows[0] as { now: Date } & DeviceRow
  return { now, device: row.device_id === null ? null : row }
}

/** Writes that the device signed. Its counter must rise, unless it counts nothing: a copied key would repeat one. */
export const writeSigned = async (
  database: Database,
  { citizen, device_id }: Pick<DeviceRow, 'citizen' | 'device_id'>,
  signCount: number,
): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'device-signed',
    text: `update citizen_devices set last_used_at = now(), sign_count = $3
           where citizen = $1 and device_id = $2 and ${mayCount('$3')}`,
    values: [citizen, device_id, signCount],
  })
  return rowCount === 1
}

export const readDevice = async (
  database: Database,
  citizen: Buffer,
  deviceId: string,
): Promise<DeviceRow | null> => {
  const { rows } = await database.query<DeviceRow>({
    name: 'device-read',
    text: `select ${deviceColumns} from citizen_devices d
           where d.citizen = $1 and d.device_id = $2 and d.revoked_at is null`,
    values: [citizen, deviceId],
  })
  return rows[0] ?? null
}

export const writeNoticesSeen = async (
  database: Database,
  citizen: Buffer,
  deviceId: string,
): Promise<void> => {
  await database.query({
    name: 'device-notices-seen',
    text: 'update citizen_devices set notices_seen_at = now() where citizen = $1 and device_id = $2',
    values: [citizen, deviceId],
  })
}

/** Whether a citizen has a device, as an expression of SQL over the pseudonym of the citizen. */
export const hasDevice = (citizen: string): string =>
  `exists (select from citizen_devices d where d.citizen = ${citizen} and d.revoked_at is null)`
