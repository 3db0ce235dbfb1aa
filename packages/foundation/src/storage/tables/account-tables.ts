import { addOnly, local, type RowRights, type TableEntry } from './table-entry.ts'

const accounts = (rights: RowRights, more: Partial<TableEntry> = {}): TableEntry => ({
  owner: 'people',
  kind: local,
  rights,
  ...more,
})

/** The tables of accounts have the same form, and so the same entries, in each realm. */
const ofEachRealm: Readonly<Record<string, TableEntry>> = {
  accounts: accounts({
    update: ['password_hash', 'sealed_totp', 'pending_totp', 'totp_step', 'password_changed_at'],
  }),
  attempts: accounts(addOnly, { retention: 'erased' }),
  browsers: accounts({ update: ['last_used_at'], delete: true }),
  passkeys: accounts({ update: ['sign_count', 'last_used_at'], delete: true }),
  password_resets: accounts({ delete: true }, { retention: 'erased' }),
  recovery_codes: accounts({ update: ['used_at'], delete: true }),
  repeated_requests: accounts(addOnly, { owner: 'people-surface', retention: 'erased' }),
  sessions: accounts(
    { update: ['session_hash', 'second_factor_at', 'challenge', 'last_seen_at'], delete: true },
    { retention: 'erased' },
  ),
  sign_ins: accounts(addOnly, { retention: 'erased' }),
}

type Readers = Readonly<Record<string, readonly string[]>>

/** The entries of the tables of accounts of a realm. `readers` are the other modules that read them, by table. */
export const accountTables = (realm: 'member' | 'operator', readers: Readers = {}) =>
  Object.fromEntries(
    Object.entries(ofEachRealm).map(([name, entry]) => [
      `${realm}_${name}`,
      { ...entry, readers: readers[name] ?? [] },
    ]),
  )
