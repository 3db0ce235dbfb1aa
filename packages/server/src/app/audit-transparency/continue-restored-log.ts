import type { Database } from '@nani/foundation/storage/index.ts'

const thisTransaction = "pg_current_xact_id()::text || ':' || pg_current_xact_id()::text || ':'"

/** The step before took no entry of an earlier day: two days, and one for those that began at its end. */
const firstDay = `(coalesce(read_at, (select max(at) from audit_checkpoints), now()) at time zone 'UTC')::date - 3`

export const firstDayWithoutLeaf = async (database: Database): Promise<string> => {
  const { rows } = await database.query<{ day: string }>(
    `select (${firstDay})::text as day from audit_sequencing`,
  )
  return (rows[0] as { day: string }).day
}

/**
 * In the transaction that restores a backup: the log goes on from here. The numbers of transactions in the backup are those of another
 * server, and mean nothing on this one. What waited for a step is found by its missing leaf instead.
 */
export const continueRestoredLog = async (database: Database): Promise<void> => {
  await database.query(
    `update audit_sequencing set read_until = ${thisTransaction}, sweep_day = ${firstDay},
       sweep_application = '', sweep_entry = ''
     where read_until is not null and (sweep_day is null or sweep_day > ${firstDay})`,
  )
  await database.query(
    `update audit_sequencing set read_until = ${thisTransaction} where read_until is not null`,
  )
  await database.query(
    `update audit_sequencing set acts_read_until = ${thisTransaction},
       acts_sweep_number = coalesce(acts_sweep_number, 0) where acts_read_until is not null`,
  )
}
