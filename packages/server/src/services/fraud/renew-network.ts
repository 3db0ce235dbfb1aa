import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { casesDerivedEarlier, type EarlierCase, isDerivedEarlier } from '../../risk/fraud-network/index.ts'
import type { OpenCaseNetwork } from './case-network.ts'
import { findCaseForUpdate } from './case-row.ts'

export type RenewDependencies = {
  pool: pg.Pool
  network: Pick<OpenCaseNetwork, 'renew'>
  onError(error: unknown): void
}

const casesOfTurn = 100

/**
 * Derives the entries of earlier releases again: they may list what a reporter wrote next to the number of another person
 * (spec/fraud#fraud-network). Any number of processes may run it. Returns how many cases were renewed.
 */
export const renewNetwork = async ({ pool, network, onError }: RenewDependencies): Promise<number> => {
  let renewed = 0
  let after = ''
  for (;;) {
    const cases = await casesDerivedEarlier(pool, after, casesOfTurn)
    for (const one of cases) {
      try {
        if (await inTransaction(pool, (client) => renewCase(client, one, network))) renewed++
      } catch (error) {
        // The next run tries this case again.
        onError(error)
      }
    }
    const last = cases.at(-1)
    if (!last || cases.length < casesOfTurn) return renewed
    after = last.caseId
  }
}

const renewCase = async (
  client: pg.PoolClient,
  { environment, caseId, confirmedOn }: EarlierCase,
  network: RenewDependencies['network'],
): Promise<boolean> => {
  const fraudCase = await findCaseForUpdate(client, environment, caseId)
  // Another process or an act was first.
  if (!fraudCase || !(await isDerivedEarlier(client, { environment, caseId }))) return false
  await network.renew(client, fraudCase, confirmedOn)
  return true
}
