import type { Environment } from '@nani/contract'
import type pg from 'pg'
import { type MonitoredParty, type MonitorSecrets, openOfMonitor, type Standing } from '../monitor.ts'

/** A monitor as it stands; what is sealed stays so until somebody looks. */
export type Monitor = {
  applicationId: string
  monitorId: string
  number: number
  environment: Environment
  revision: number
  due: 'begun' | 'changed' | null
  party(): MonitoredParty
  standing(): Standing
}

type Row = {
  application_id: string
  monitor_id: string
  monitor_number: number
  environment: Environment
  revision: number
  due: Monitor['due']
  sealed_subject: Buffer
  sealed_standing: Buffer
}

type Database = Pick<pg.ClientBase, 'query'>

const select = `select application_id, monitor_id, monitor_number, environment, revision, due,
  sealed_subject, sealed_standing from monitors where stopped_at is null`

/** Small enough that opening a page holds nobody up. */
export const pageSize = 200

const monitorOf = (row: Row, secrets: MonitorSecrets): Monitor => {
  const id = { applicationId: row.application_id, monitorId: row.monitor_id }
  return {
    ...id,
    number: row.monitor_number,
    environment: row.environment,
    revision: row.revision,
    due: row.due,
    party: () => openOfMonitor(secrets, 'subject', row.sealed_subject, id),
    standing: () => openOfMonitor(secrets, 'standing', row.sealed_standing, id),
  }
}

/** All monitors that run, or those that are due, a page at a time in the order of their numbers, those after `from`. */
export async function* readMonitors(
  database: Database,
  secrets: MonitorSecrets,
  which: 'all' | 'due',
  from = 0,
): AsyncGenerator<Monitor[]> {
  let after = from
  for (;;) {
    const { rows } = await database.query<Row>({
      name: `monitors ${which}`,
      text: `${select} ${which === 'due' ? 'and due is not null' : ''} and monitor_number > $1
        order by monitor_number limit $2`,
      values: [after, pageSize],
    })
    if (rows.length === 0) return
    after = rows.at(-1)?.monitor_number ?? after
    yield rows.map((row) => monitorOf(row, secrets))
  }
}

/** Those at these places of the index that still run. */
export const monitorsAt = async (
  database: Database,
  secrets: MonitorSecrets,
  numbers: readonly number[],
): Promise<Monitor[]> => {
  const { rows } = await database.query<Row>({
    name: 'monitors at',
    text: `${select} and monitor_number = any($1)`,
    values: [numbers],
  })
  return rows.map((row) => monitorOf(row, secrets))
}

/** The monitor as it stands now; null once it was stopped. */
export const monitorAgain = async (
  database: Database,
  secrets: MonitorSecrets,
  { applicationId, monitorId }: Pick<Monitor, 'applicationId' | 'monitorId'>,
): Promise<Monitor | null> => {
  const { rows } = await database.query<Row>({
    name: 'monitor again',
    text: `${select} and application_id = $1 and monitor_id = $2`,
    values: [applicationId, monitorId],
  })
  return rows[0] ? monitorOf(rows[0], secrets) : null
}

/** The places of all monitors that run, a group at a time. */
export async function* readNumbers(database: Database): AsyncGenerator<number[]> {
  let after = 0
  for (;;) {
    const { rows } = await database.query<{ monitor_number: number }>({
      name: 'monitor numbers',
      text: `select monitor_number from monitors where stopped_at is null and monitor_number > $1
        order by monitor_number limit 20000`,
      values: [after],
    })
    if (rows.length === 0) return
    after = rows.at(-1)?.monitor_number ?? after
    yield rows.map(({ monitor_number }) => monitor_number)
  }
}
