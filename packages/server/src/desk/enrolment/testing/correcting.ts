import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { appRole, createVault, openPool } from '@nani/foundation/storage/index.ts'
import { subjectKeyOf } from '../../../app/audit/index.ts'
import { createEndAccess } from '../../../citizens/citizen-devices/index.ts'
import { outboxOf } from '../home-effects.ts'
import type { EnrolmentDeskNeeds } from '../needs.ts'

/** A home and a register in two databases. Every process of a test has the same values. */
export type TwoDatabases = { home: string; register: string; rootKey: string; nowMs: number }

const poolOf = (url: string) =>
  openPool(url, { maxConnections: 3, statementTimeoutMs: 30_000, role: appRole, onError: () => {} })

/** The context of the acts of an enrolment officer, on two databases. */
export const correctingNeeds = ({ home, register, rootKey, nowMs }: TwoDatabases) => {
  const [pool, registerPool] = [poolOf(home), poolOf(register)]
  const [clock, random, key] = [manualClock(nowMs), systemRandom(), Buffer.from(rootKey, 'hex')]
  const subjectKey = subjectKeyOf(key)
  const registerOutbox = outboxOf({ pool, registerPool, clock, rootKey: key, log: () => {} })
  const vaultOf = (use: string) => createVault(key, use, random)
  const needs: EnrolmentDeskNeeds = {
    ...{ pool, clock, newId: idSource(clock, random), subjectKey },
    rules: { oneAccountMayBeTwo: false },
    ...{ filesVault: vaultOf('files'), facesVault: vaultOf('faces'), portraits: null },
    correctionsVault: vaultOf('corrections'),
    storedRegister: { findCitizen: async () => null },
    endAccessBy: (actor) => createEndAccess({ cause: registerOutbox.cause, subjectKey, actor }),
    registerOutbox,
  }
  return { needs, pool, registerPool, close: () => Promise.all([pool.end(), registerPool.end()]) }
}

export const correction = (svcId: string) => ({
  ...{ svc_id: svcId, changes: { first_name: 'Odile' }, reason: 'The extract of birth says so.' },
})
export const officer = (name: string) =>
  ({ kind: 'operator', name, roles: ['enrolment_officer'], operatorId: name }) as const
