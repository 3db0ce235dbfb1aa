import type { Database } from '@nani/foundation/storage/index.ts'
import type { Realm } from './realm.ts'

export type Account = {
  account_id: string
  email: string
  name: string
  language: 'fr' | 'en'
  password_hash: string
  sealed_totp: Buffer | null
  pending_totp: Buffer | null
  totp_step: number
  created_at: Date
}

const columns = `account_id, email, name, language, password_hash, sealed_totp, pending_totp, totp_step, created_at`

/** Addresses differ only in case for one person. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase()

export const findByEmail = async (
  database: Database,
  realm: Realm,
  email: string,
): Promise<Account | null> => {
  const { rows } = await database.query<Account>({
    name: realm.statement('account-by-email'),
    text: realm.sql(`select ${columns} from member_accounts where email = $1`),
    values: [email],
  })
  return rows[0] ?? null
}

export const findAccount = async (database: Database, realm: Realm, id: string): Promise<Account | null> => {
  const { rows } = await database.query<Account>({
    name: realm.statement('account-by-id'),
    text: realm.sql(`select ${columns} from member_accounts where account_id = $1`),
    values: [id],
  })
  return rows[0] ?? null
}

/** The account with its row locked until the transaction ends. */
export const lockAccount = async (client: Database, realm: Realm, id: string): Promise<Account> => {
  const { rows } = await client.query<Account>(
    realm.sql(`select ${columns} from member_accounts where account_id = $1 for update`),
    [id],
  )
  if (!rows[0]) throw new Error('a session has no account')
  return rows[0]
}

export type PersonName = {
  id: string
  name: string
  email: string
  has_second_factor: boolean
  language: 'fr' | 'en'
}

/** The names of people, for other modules. */
export const namesOfPeople = async (
  database: Database,
  realm: Realm,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonName>> => {
  const { rows } = await database.query<PersonName>({
    name: realm.statement('names-of-people'),
    text: realm.sql(`select account_id as id, name, email, language,
      sealed_totp is not null or exists (select from member_passkeys p where p.account_id = a.account_id)
        as has_second_factor
      from member_accounts a where account_id = any($1)`),
    values: [[...new Set(ids)]],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
