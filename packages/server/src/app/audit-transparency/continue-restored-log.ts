import type { Database } from './tree-rows.ts'

/** No step takes an entry of an earlier day: two days, and one for the time zone of the database. */
const firstDay = "coalesce((s.read_at at time zone 'UTC')::date - 3, '-infinity')"

const isWaiting = (until: string, leaf: string) =>
  `not pg_visible_in_snapshot(e.written_in, ${until}::pg_snapshot) and not exists (select from ${leaf})`

const leafOfEntry =
  'audit_leaves l where l.application_id = e.application_id and l.entry_id = e.entry_id and l.day = e.day'
const leafOfAct = 'act_leaves l where l.act_number = e.act_number'

const thisTransaction = "pg_current_xact_id()::text || ':' || pg_current_xact_id()::text || ':'"

/**
 * In the transaction that restores a backup: the log goes on from here. The numbers of transactions in the backup are those of another
 * server, and mean nothing on this one. Entries and acts that waited for a step are now written by this transaction. Entries that did
 * not wait have no number, so that no step looks at them.
 */
export const continueRestoredLog = async (database: Database): Promise<void> => {
  await database.query(
    `update audit_entries e
     set written_in = case when ${isWaiting('s.read_until', leafOfEntry)} then pg_current_xact_id() end
     from audit_sequencing s
     where s.read_until is not null and e.written_in is not null and e.day >= ${firstDay}`,
  )
  await database.query(
    `update acts e set written_in = pg_current_xact_id() from audit_sequencing s
     where e.written_in is not null and ${isWaiting('s.acts_read_until', leafOfAct)}`,
  )
  // This transaction is not in its own snapshot, so that the next step reads what it wrote.
  await database.query(
    `update audit_sequencing set
       read_until = case when read_until is not null then ${thisTransaction} end,
       acts_read_until = case when acts_read_until is not null then ${thisTransaction} end`,
  )
}
