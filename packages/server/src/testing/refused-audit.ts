import type pg from 'pg'

/** From now on the database refuses every audit entry. */
export const refuseAuditEntries = (pool: pg.Pool) =>
  pool.query(`
    create function refuse_audit_entry() returns trigger language plpgsql as
      $$ begin raise exception 'the audit log takes nothing' using errcode = '53100'; end $$;
    create trigger refused before insert on audit_entries for each row execute function refuse_audit_entry()`)

export const acceptAuditEntries = (pool: pg.Pool) =>
  pool.query('drop trigger refused on audit_entries; drop function refuse_audit_entry()')
