import { createHash } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { ActingCitizen } from './acting-citizen.ts'
import { pushContext } from './devices/device-row.ts'

/** Where the push service of a browser takes messages for a device, and the keys that they are encrypted for. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** A device that takes messages. */
export type PushDevice = { citizen: Buffer; deviceId: string }

export type PushSubscriptions = ReturnType<typeof createPushSubscriptions>

type Own = Pick<ActingCitizen, 'citizen' | 'deviceId'>
type Dependencies = { pool: pg.Pool; vault: Vault }

const hashOf = ({ endpoint }: PushSubscription): Buffer => createHash('sha256').update(endpoint).digest()

/** A revoked device has no subscription. */
const isSubscribed = 'revoked_at is null and push_hash is not null'

/**
 * Takes the place of the one before: a device has at most one, and a revoked device none. A browser whose device was
 * replaced leaves the other device.
 */
export const writeSubscription = async (
  client: Database,
  { citizen, deviceId }: Own,
  subscription: PushSubscription,
  vault: Vault,
): Promise<void> => {
  const sealed = vault.seal(Buffer.from(JSON.stringify(subscription)), pushContext(deviceId))
  const hash = hashOf(subscription)
  // Two devices cannot both take the address at the same time.
  await client.query('select pg_advisory_xact_lock($1)', [hash.readBigInt64BE().toString()])
  await client.query({
    name: 'push-take-address',
    text: `update citizen_devices set sealed_push = null, push_hash = null
           where push_hash = $1 and device_id <> $2`,
    values: [hash, deviceId],
  })
  const { rowCount } = await client.query({
    name: 'push-subscribe',
    text: `update citizen_devices set sealed_push = $3, push_hash = $4
           where citizen = $1 and device_id = $2 and revoked_at is null`,
    values: [citizen, deviceId, sealed, hash],
  })
  if (rowCount !== 1) throw new Refusal('not_found')
}

export const removeSubscription = async (client: Database, { citizen, deviceId }: Own): Promise<void> => {
  await client.query({
    name: 'push-unsubscribe',
    text: 'update citizen_devices set sealed_push = null, push_hash = null where citizen = $1 and device_id = $2',
    values: [citizen, deviceId],
  })
}

export const hasSubscription = async (database: Database, { citizen, deviceId }: Own): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'push-has',
    text: `select from citizen_devices where citizen = $1 and device_id = $2 and ${isSubscribed}`,
    values: [citizen, deviceId],
  })
  return rowCount === 1
}

/** The subscriptions of devices, for the notifier. */
export const createPushSubscriptions = ({ pool, vault }: Dependencies) => ({
  /** The devices of these citizens that take messages. */
  devicesOf: async (
    database: Database,
    citizens: readonly Buffer[],
    environment: Environment,
  ): Promise<PushDevice[]> => {
    const { rows } = await database.query<PushDevice>({
      name: 'push-devices',
      text: `select citizen, device_id as "deviceId" from citizen_devices
             where citizen = any($1) and environment = $2 and ${isSubscribed}`,
      values: [citizens, environment],
    })
    return rows
  },

  /** The subscriptions of devices, by their ids. A device that was revoked meanwhile has none. */
  read: async (devices: readonly PushDevice[]): Promise<Map<string, PushSubscription>> => {
    const { rows } = await pool.query<{ device_id: string; sealed_push: Buffer }>({
      name: 'push-read',
      text: `select device_id, sealed_push from citizen_devices
             where citizen = any($1) and device_id = any($2) and ${isSubscribed}`,
      values: [devices.map(({ citizen }) => citizen), devices.map(({ deviceId }) => deviceId)],
    })
    return new Map(
      rows.map(({ device_id: id, sealed_push }) => [
        id,
        JSON.parse(vault.open(sealed_push, pushContext(id)).toString()) as PushSubscription,
      ]),
    )
  },

  /** The push service no longer knows the subscription. One that took its place meanwhile stays. */
  forget: async ({ citizen, deviceId }: PushDevice, subscription: PushSubscription): Promise<void> => {
    await pool.query({
      name: 'push-forget',
      text: `update citizen_devices set sealed_push = null, push_hash = null
             where citizen = $1 and device_id = $2 and push_hash = $3`,
      values: [citizen, deviceId, hashOf(subscription)],
    })
  },
})
