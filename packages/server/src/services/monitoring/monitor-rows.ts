import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type Baseline, type MonitoredParty, type MonitorSecrets, openOfMonitor } from '../aml/index.ts'

/** A running monitor. Its sealed parts are opened when they are read. */
export type Monitor = {
  applicationId: string
  monitorId: string
  number: number
  environment: Environment
  /** How far the test clock of its application was ahead when the monitor was read. */
  clockAheadMs: number
  revision: number
  due: 'begun' | 'changed' | null
  party(): MonitoredParty
  baseline(): Baseline
}

type Row = {
  application_id: string
  monitor_id: string
  monitor_number: number
  environment: Environment
  clock_ahead_ms: string
  revision: number
  due: Monitor['due']
  sealed_subject: Buffer
  /** The baseline. docs/adding-a-migration.md explains why the column has another name. */
  sealed_standing: Buffer
}

const select = `select application_id, monitor_id, monitor_number, environment, revision, due,
  sealed_subject, sealed_standing,
  coalesce((select a.test_clock_ms from applications a where a.application_id = monitors.application_id), 0) as clock_ahead_ms
  from monitors where stopped_at is null`

/** Small enough that opening a page delays no call. */
export const pageSize = 200

const monitorOf = (row: Row, secrets: MonitorSecrets): Monitor => {
  const id = { applicationId: row.application_id, monitorId: row.monitor_id }
  return {
    ...id,
    number: row.monitor_number,
    environment: row.environment,
    clockAheadMs: Number(row.clock_ahead_ms),
    revision: row.revision,
    due: row.due,
    party: () => openOfMonitor(secrets, 'subject', row.sealed_subject, id),
    baseline: () => openOfMonitor(secrets, 'baseline', row.sealed_standing, id),
  }
}

/** All running monitors, or the marked ones, after the number `from`, a page at a time in the order of their numbers. */
export const readMonitors = async function* (
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

/** A monitor without its baseline and without the clock of its application, which few readers need. */
export type PartyOfMonitor = Pick<Monitor, 'applicationId' | 'monitorId' | 'number' | 'party'>

/** Reading such a page delays no call either, because its rows are small. */
const partiesAPage = 500

/** The parties of all running monitors, a page at a time in the order of their numbers. */
export const readParties = async function* (
  database: Database,
  secrets: MonitorSecrets,
): AsyncGenerator<PartyOfMonitor[]> {
  let after = 0
  for (;;) {
    const { rows } = await database.query<
      Pick<Row, 'application_id' | 'monitor_id' | 'monitor_number' | 'sealed_subject'>
    >({
      name: 'parties of monitors',
      text: `select application_id, monitor_id, monitor_number, sealed_subject from monitors
        where stopped_at is null and monitor_number > $1 order by monitor_number limit $2`,
      values: [after, partiesAPage],
    })
    if (rows.length === 0) return
    after = rows.at(-1)?.monitor_number ?? after
    yield rows.map((row) => {
      const id = { applicationId: row.application_id, monitorId: row.monitor_id }
      const party = () => openOfMonitor(secrets, 'subject', row.sealed_subject, id)
      return { ...id, number: row.monitor_number, party }
    })
  }
}

/** The running monitors of one application, a page at a time. */
export const readMonitorsOf = async function* (
  database: Database,
  secrets: MonitorSecrets,
  applicationId: string,
): AsyncGenerator<Monitor[]> {
  let after = ''
  for (;;) {
    const { rows } = await database.query<Row>({
      name: 'monitors of application',
      text: `${select} and application_id = $1 and monitor_id > $2 order by monitor_id limit $3`,
      values: [applicationId, after, pageSize],
    })
    if (rows.length === 0) return
    after = rows.at(-1)?.monitor_id ?? after
    yield rows.map((row) => monitorOf(row, secrets))
  }
}

/** The monitors with these numbers that still run. */
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

/** The current state of a monitor; null when it was stopped. */
export const rereadMonitor = async (
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

/** The numbers of all running monitors, a group at a time. */
export const readNumbers = async function* (database: Database): AsyncGenerator<number[]> {
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

/** Pseudonyms, in hex, of the identities and births that a change affects. */
export type AffectedBy = { identities: readonly string[]; births: readonly string[] }

/** Pseudonyms of one statement. */
const batchSize = 10_000

/** The running monitors with one of these pseudonyms, a page at a time. */
export const monitorsOf = async function* (
  database: Database,
  secrets: MonitorSecrets,
  { identities, births }: AffectedBy,
): AsyncGenerator<Monitor[]> {
  const numbers = [
    ...new Set([
      ...(await numbersOf(database, 'identity', identities)),
      ...(await numbersOf(database, 'birth', births)),
    ]),
  ]
  for (let at = 0; at < numbers.length; at += pageSize)
    yield await monitorsAt(database, secrets, numbers.slice(at, at + pageSize))
}

const numbersOf = async (
  database: Database,
  column: 'identity' | 'birth',
  pseudonyms: readonly string[],
): Promise<number[]> => {
  const numbers: number[] = []
  for (let at = 0; at < pseudonyms.length; at += batchSize) {
    const { rows } = await database.query<{ monitor_number: number }>(
      `select monitor_number from monitors
       where ${column} = any(select decode(hex, 'hex') from unnest($1::text[]) as hex) and stopped_at is null`,
      [pseudonyms.slice(at, at + batchSize)],
    )
    for (const { monitor_number } of rows) numbers.push(monitor_number)
  }
  return numbers
}
