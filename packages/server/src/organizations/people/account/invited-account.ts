import type { Database } from '@nani/foundation/storage/index.ts'
import type { Mail } from '../../mail/index.ts'
import { findAccount } from '../accounts.ts'
import type { Realm } from '../realm.ts'
import { endSessionsOf } from '../sessions.ts'
import { mailTexts } from '../texts.ts'

type NewAccount = {
  accountId: string
  email: string
  name: string
  language: 'fr' | 'en'
  passwordHash: string
  nowMs: number
}

/** Opens the account of an invited person. Returns false if the address or the id has one. */
export const openAccount = async (
  client: Database,
  realm: Realm,
  { accountId, email, name, language, passwordHash, nowMs }: NewAccount,
): Promise<boolean> => {
  const { rowCount } = await client.query(
    realm.sql(`insert into member_accounts
      (account_id, email, name, language, password_hash, created_at, password_changed_at)
      values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing`),
    [accountId, email, name, language, passwordHash, new Date(nowMs)],
  )
  return rowCount === 1
}

/** Ends every session, and every token that could change the password. */
export const closeAccount = async (client: Database, realm: Realm, accountId: string): Promise<void> => {
  await endSessionsOf(client, realm, accountId)
  await client.query(realm.sql('delete from member_password_resets where account_id = $1'), [accountId])
}

/**
 * Removes every second factor that a person lost. Every session ends, so that the person signs in and adds a new one. A mail reports
 * it to the person, who may have lost nothing.
 */
export const removeFactors = async (
  client: Database,
  accountId: string,
  { realm, mail }: { realm: Realm; mail: Pick<Mail, 'write'> },
): Promise<void> => {
  await client.query(
    realm.sql('update member_accounts set sealed_totp = null, pending_totp = null where account_id = $1'),
    [accountId],
  )
  await client.query(realm.sql('delete from member_passkeys where account_id = $1'), [accountId])
  await client.query(realm.sql('delete from member_recovery_codes where account_id = $1'), [accountId])
  await endSessionsOf(client, realm, accountId)
  const account = await findAccount(client, realm, accountId)
  if (account)
    await mail.write(client, { to: account.email, ...mailTexts.factorsRemoved()[account.language] })
}
