import type { Notice } from '@nani/contract'
import { notices } from '@nani/contract/notices'
import { type Database, deleteInTurns, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { PushDevice } from '../../citizen-devices/index.ts'
import { topicOf } from '../notice.ts'

/** A message that waits for one device. */
export type NewMessage = PushDevice & { notice: Notice; notBefore: Date | null }

export type DueMessage = PushDevice & {
  topic: string
  notice: Notice
  /** Not above zero: it is too late. */
  secondsLeft: number
}

/** A device has at most so many messages that wait. Further ones are dropped: the app shows them all the same. */
const maxWaiting = 20

const contextOf = (deviceId: string, topic: string) => `push:${deviceId}:${topic}`

/** Adds messages. One about the same topic that still waits stays as it is. */
export const writeMessages = async (
  database: Database,
  messages: readonly NewMessage[],
  vault: Vault,
): Promise<void> => {
  const rows = messages.map(({ citizen, deviceId, notice, notBefore }) => {
    const topic = topicOf(notice)
    const sealed = vault.seal(Buffer.from(JSON.stringify(notice)), contextOf(deviceId, topic))
    return { citizen, deviceId, topic, sealed, notBefore, life: notices[notice.kind].lifeSeconds }
  })
  await database.query({
    name: 'push-write',
    text: `insert into push_messages (device_id, topic, citizen, sealed_content, next_attempt_at, expires_at)
           select n.device_id, n.topic, n.citizen, n.sealed, greatest(now(), n.not_before),
             greatest(now(), n.not_before) + make_interval(secs => n.life)
           from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::timestamptz[], $6::integer[])
             as n(device_id, topic, citizen, sealed, not_before, life)
           where (select count(*) from push_messages w where w.device_id = n.device_id) < $7
           on conflict (device_id, topic) do nothing`,
    values: [
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ topic }) => topic),
      rows.map(({ citizen }) => citizen),
      rows.map(({ sealed }) => sealed),
      rows.map(({ notBefore }) => notBefore),
      rows.map(({ life }) => life),
      maxWaiting,
    ],
  })
}

type Row = {
  device_id: string
  topic: string
  citizen: Buffer
  sealed_content: Buffer
  seconds_left: number
}

/** Another process sends a message again if this one did not report a result. */
const leaseSeconds = 30

/** Takes messages that are due. No other process takes them for the time of the lease. */
export const takeDue = async (database: Database, vault: Vault, limit: number): Promise<DueMessage[]> => {
  const { rows } = await database.query<Row>({
    name: 'push-take',
    text: `update push_messages
           set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
           where (device_id, topic) in (
             select device_id, topic from push_messages where next_attempt_at <= now()
             order by next_attempt_at limit $1 for update skip locked)
           returning device_id, topic, citizen, sealed_content,
             ceil(extract(epoch from expires_at - now()))::integer as seconds_left`,
    values: [limit, leaseSeconds],
  })
  return rows.map(({ device_id: deviceId, topic, citizen, sealed_content, seconds_left: secondsLeft }) => ({
    ...{ deviceId, topic, citizen, secondsLeft },
    notice: JSON.parse(vault.open(sealed_content, contextOf(deviceId, topic)).toString()) as Notice,
  }))
}

/** The message was sent, or never will be. */
export const deleteMessage = async (
  database: Database,
  { deviceId, topic }: Pick<DueMessage, 'deviceId' | 'topic'>,
): Promise<void> => {
  await database.query({
    name: 'push-done',
    text: 'delete from push_messages where device_id = $1 and topic = $2',
    values: [deviceId, topic],
  })
}

/** The next attempt comes after 2, 4, 8 … seconds, at most after ten minutes. */
export const deferMessage = async (
  database: Database,
  { deviceId, topic }: Pick<DueMessage, 'deviceId' | 'topic'>,
): Promise<void> => {
  await database.query({
    name: 'push-defer',
    text: `update push_messages set next_attempt_at = now() + make_interval(secs => least(600, 2 ^ least(attempts, 10)))
           where device_id = $1 and topic = $2`,
    values: [deviceId, topic],
  })
}

/** Deletes what no process sent, such as after the setting has changed. */
export const forgetMessages = async (ownerPool: pg.Pool): Promise<void> => {
  const text = `delete from push_messages where (device_id, topic) in (
                  select device_id, topic from push_messages where expires_at < now() - interval '1 day' limit $1)`
  await deleteInTurns(ownerPool, text)
}
