import { dayMs, hourMs } from '@nani/foundation/core/index.ts'
import { deleteInTurns } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { memberRealm, operatorRealm, type Realm } from './realm.ts'

const signInDays = 90

/** Deletes what counts for nothing any more. */
const forgetOf =
  (realm: Realm) =>
  async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
    const before = (ms: number) => new Date(nowMs - ms)
    const remove = (text: string, at: Date) => deleteInTurns(ownerPool, realm.sql(text), [at])
    await remove(
      `delete from member_attempts where attempt_number in (
        select attempt_number from member_attempts where at < $1 limit $2)`,
      before(hourMs),
    )
    // Operators are invited. They have no registrations.
    if (realm.name === 'member')
      await remove(
        `delete from member_registrations where token_hash in (
        select token_hash from member_registrations where expires_at < $1 limit $2)`,
        before(0),
      )
    if (realm.name === 'member')
      await remove(
        `delete from member_identity_visits where visit_hash in (
        select visit_hash from member_identity_visits where expires_at < $1 limit $2)`,
        before(0),
      )
    await remove(
      `delete from member_password_resets where token_hash in (
        select token_hash from member_password_resets where expires_at < $1 limit $2)`,
      before(0),
    )
    await remove(
      `delete from member_sessions where session_hash in (
        select session_hash from member_sessions where expires_at < $1 limit $2)`,
      before(0),
    )
    await remove(
      `delete from member_sign_ins where sign_in_id in (
        select sign_in_id from member_sign_ins where at < $1 limit $2)`,
      before(signInDays * dayMs),
    )
  }

export const forgetMembers = forgetOf(memberRealm)
export const forgetOperators = forgetOf(operatorRealm)
