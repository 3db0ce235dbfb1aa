import type { SecondFactorMethod } from '@nani/contract/console'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Account } from '../accounts.ts'
import type { Realm } from '../realm.ts'

/** The second factors of an account. */
export type Factors = { totp: boolean; credentialIds: string[]; recoveryCodesLeft: number }

export const readFactors = async (
  database: Database,
  realm: Realm,
  { account_id, sealed_totp }: Account,
): Promise<Factors> => {
  const { rows } = await database.query<{ credential_ids: string[]; codes: number }>({
    name: realm.statement('factors'),
    text: realm.sql(`select
      array(select credential_id from member_passkeys where account_id = $1 order by created_at) as credential_ids,
      (select count(*)::int from member_recovery_codes where account_id = $1 and used_at is null) as codes`),
    values: [account_id],
  })
  const { credential_ids: credentialIds = [], codes = 0 } = rows[0] ?? {}
  return { totp: sealed_totp !== null, credentialIds, recoveryCodesLeft: codes }
}

/** What differs after any change of the second factors: also a new authenticator, new codes and a used code. */
export const stateOfFactors = async (
  database: Database,
  realm: Realm,
  account: Account,
): Promise<unknown> => {
  const { rows } = await database.query<{ codes: string[] }>(
    realm.sql(`select array(select encode(code_hash, 'hex') from member_recovery_codes
      where account_id = $1 and used_at is null order by code_hash) as codes`),
    [account.account_id],
  )
  const { credentialIds } = await readFactors(database, realm, account)
  return { totp: account.sealed_totp?.toString('hex') ?? null, credentialIds, codes: rows[0]?.codes ?? [] }
}

/** Recovery codes alone are no second factor. */
export const methodsOf = ({ totp, credentialIds, recoveryCodesLeft }: Factors): SecondFactorMethod[] => {
  const methods: SecondFactorMethod[] = [
    ...(totp ? (['totp'] as const) : []),
    ...(credentialIds.length > 0 ? (['passkey'] as const) : []),
  ]
  return methods.length > 0 && recoveryCodesLeft > 0 ? [...methods, 'recovery_code'] : methods
}
