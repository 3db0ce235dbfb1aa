import { deleteInTurns } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

/** Ended enrolments and sessions, and revoked devices, with how long they are kept. */
const statements: readonly (readonly [keptDays: number, text: string])[] = [
  [
    2,
    `delete from device_enrolments where enrolment_hash in (
       select enrolment_hash from device_enrolments where created_at < $1 limit $2)`,
  ],
  [
    1,
    `delete from citizen_sessions where session_hash in (
       select session_hash from citizen_sessions where expires_at < $1 limit $2)`,
  ],
]

export const forgetEnded = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  for (const [keptDays, text] of statements) {
    await deleteInTurns(ownerPool, text, [new Date(nowMs - keptDays * 86_400_000)])
  }
}
