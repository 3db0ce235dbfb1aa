import type { Environment } from '@nani/contract'
import { defineEffect, type Effect } from '@nani/foundation/storage/index.ts'

const columns = { consent_id: 'text', environment: 'text', citizen: 'text', ahead_ms: 'bigint' } as const

type ConsentUse = {
  application: string
  changes: string
  id: string
  at: string
  column: { consent_id: string; environment: string; citizen: string; ahead_ms: string }
}

const insertUse = ({ application, changes, id, at, column }: ConsentUse): string =>
  `insert into credit_consent_uses (application_id, consent_id, result_id, environment, citizen, used_at)
   select ${application}, ${column.consent_id}, ${id}, ${column.environment}, decode(${column.citizen}, 'hex'), ${at}
   from ${changes}`

/**
 * The use of a consent, in the commit of the score. It requires that the consent is still valid. The lock makes the commit
 * and a revocation happen one after the other: a revocation that is committed first wins.
 */
const checkedUse = defineEffect({
  name: 'consent_use',
  columns,
  requires: {
    refusal: 'consent_required',
    holds: ({ application, changes, id, at, column, anyOf }) =>
      `select ${id} from ${changes}
       join credit_consents c on c.application_id = ${application} and c.consent_id = ${column.consent_id}
       where c.status = 'approved' and c.lapses_at > ${at} + ${column.ahead_ms} * interval '1 millisecond' and c.consent_id = ${anyOf(column.consent_id)}
       for share of c`,
  },
  write: insertUse,
})

/** The use of the consent of the sandbox that no record has: it is always valid. */
const sandboxUse = defineEffect({ name: 'sandbox_consent_use', columns, write: insertUse })

export type UsedConsent = {
  consentId: string
  environment: Environment
  citizen: string
  isFixed: boolean
  /** How far the test clock of the application is ahead. */
  clockAheadMs: number
}

export const consentUse = ({ consentId, environment, citizen, isFixed, clockAheadMs }: UsedConsent): Effect =>
  (isFixed ? sandboxUse : checkedUse)({
    ...{ consent_id: consentId, environment, citizen },
    ahead_ms: clockAheadMs,
  })
