import type pg from 'pg'

/** From now on the database refuses every audit entry. */
export const refuseAuditEntries = (pool: pg.Pool) =>
  change(
    pool,
    `create function refuse_audit_entry() returns trigger language plpgsql as
       $$ begin raise exception 'the audit log takes nothing' using errcode = '53100'; end $$;
     create trigger refused before insert on audit_entries for each row execute function refuse_audit_entry()`,
  )

export const acceptAuditEntries = (pool: pg.Pool) =>
  change(pool, 'drop trigger refused on audit_entries; drop function refuse_audit_entry()')

/**
 * Entries are written in the background, and they lock the table and its partitions in another order than a change of
 * the table. PostgreSQL then undoes the change, and it is made again.
 */
const change = async (pool: pg.Pool, text: string): Promise<void> => {
  for (let attempt = 1; ; attempt++)
    try {
      await pool.query(text)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || attempt === 10) throw error
    }
}
