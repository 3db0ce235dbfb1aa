import { hourMs } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { afterTime, type Part } from '../../gateway/acts/index.ts'

/**
 * The first two are about lookups, the third about money, the next two about enrolments of citizens, the next about
 * sign-ins that a stranger started for a citizen, the next three about the transparency log of the audit entries, the last two
 * about effects of acts that are not carried to home yet: of a register in a database of its own, and of a cell.
 */
export const alarmKinds = [
  'identifier_enumeration',
  'identifier_volume',
  'budget_exceeded',
  'codes_guessed',
  'messages_half_used',
  'sign_in_not_started',
  'audit_log_refused',
  'audit_log_altered',
  'audit_log_moved',
  'register_outbox_late',
  'cell_outbox_late',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

/** In the place of an application, for an alarm that concerns none. */
export const noApplication = 'installation'

export type Alarm = {
  application_id: string
  kind: AlarmKind
  raised_at: Date
  details: Record<string, number>
}

/** Writes an alarm; false when this kind was raised for the application within the same hour, by any process. */
export const raiseAlarm = async (
  database: Database,
  { application_id, kind, raised_at, details }: Alarm,
): Promise<boolean> => {
  const hour = new Date(Math.floor(raised_at.getTime() / hourMs) * hourMs)
  const { rowCount } = await database.query(
    `insert into alarms (application_id, kind, hour, raised_at, details) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [application_id, kind, hour, raised_at, JSON.stringify(details)],
  )
  return rowCount === 1
}

/** For an operator: the newest alarms of all applications, or of one. */
export const listAlarms = async (
  pool: Database,
  { since, applicationId, after, limit }: { since: Date; applicationId: string | null } & Part,
): Promise<Alarm[]> => {
  const { rows } = await pool.query<Alarm>(
    `select application_id, kind, raised_at, details from alarms
     where raised_at >= $1 and ($2::text is null or application_id = $2)
       and ($3::timestamptz is null or (raised_at, application_id, kind) < ($3, $4, $5))
     order by raised_at desc, application_id desc, kind desc limit $6`,
    [since, applicationId, ...afterTime(after, 2), limit ?? null],
  )
  return rows
}
