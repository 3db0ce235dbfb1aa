import type { SecondFactorRequest } from '@nani/contract/console'
import type pg from 'pg'
import { type AssertionResponse, checkAssertion } from '../../webauthn/index.ts'
import type { Account } from '../accounts.ts'
import type { PeopleNeeds } from '../needs.ts'
import type { SessionRow } from '../sessions.ts'
import { acceptedStep } from '../totp.ts'
import { recoveryCodeHash } from './recovery-code.ts'

type Check = { account: Account; session: Pick<SessionRow, 'challenge' | 'session_hash'>; nowMs: number }
type Checking = (client: pg.PoolClient, check: Check, needs: PeopleNeeds) => Promise<boolean>

/** The caller holds the lock of the account, so that no code and no challenge counts twice. */
export const checkFactor = (given: SecondFactorRequest): Checking => {
  if (given.totp !== undefined) return checkTotp(given.totp)
  if (given.recovery_code !== undefined) return checkRecoveryCode(given.recovery_code)
  return checkPasskey(given.passkey ?? {})
}

export const totpContext = (accountId: string): string => `totp:${accountId}`

const checkTotp =
  (code: string): Checking =>
  async (client, { account, nowMs }, { realm, vault }) => {
    if (account.sealed_totp === null) return false
    const secret = vault.open(account.sealed_totp, totpContext(account.account_id))
    const step = acceptedStep(secret, code, { nowMs, lastStep: account.totp_step })
    if (step === null) return false
    await client.query(realm.sql('update member_accounts set totp_step = $2 where account_id = $1'), [
      account.account_id,
      step,
    ])
    return true
  }

const checkRecoveryCode =
  (code: string): Checking =>
  async (client, { account, nowMs }, { realm }) => {
    const { rowCount } = await client.query(
      realm.sql(`update member_recovery_codes set used_at = $3
        where account_id = $1 and code_hash = $2 and used_at is null`),
      [account.account_id, recoveryCodeHash(code), new Date(nowMs)],
    )
    return rowCount === 1
  }

type PasskeyRow = { passkey_id: string; credential_id: string; public_key: Buffer; sign_count: number }

const checkPasskey =
  (response: Record<string, unknown>): Checking =>
  async (client, { account, session, nowMs }, { realm, origin }) => {
    const { challenge, session_hash } = session
    const { rows } = await client.query<PasskeyRow>(
      realm.sql(`select passkey_id, credential_id, public_key, sign_count from member_passkeys
        where account_id = $1 and credential_id = $2`),
      [account.account_id, String(response.id ?? '')],
    )
    if (challenge === null || !rows[0]) return false
    // A challenge counts once, whatever its answer.
    await client.query(realm.sql('update member_sessions set challenge = null where session_hash = $1'), [
      session_hash,
    ])
    const { passkey_id, credential_id: credentialId, public_key: publicKey, sign_count: signCount } = rows[0]
    const credential = { credentialId, publicKey, signCount }
    const app = { origin: origin() }
    const checked = await checkAssertion(credential, response as unknown as AssertionResponse, challenge, app)
    if (!checked) return false
    await client.query(
      realm.sql('update member_passkeys set sign_count = $2, last_used_at = $3 where passkey_id = $1'),
      [passkey_id, checked.signCount, new Date(nowMs)],
    )
    return true
  }
