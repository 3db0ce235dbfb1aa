import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, openPool } from '@nani/foundation/storage/index.ts'
import { decideProposedReview } from '../../../organizations/reviews/index.ts'

/*
 * A process that decides a review when it is asked to. The test kills it at any moment.
 */

type Order = { url: string; rootKey: string; review: string; nowMs: number; name: string }

process.once('message', async ({ url, rootKey, review, nowMs, name }: Order) => {
  const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} })
  const [clock, random] = [manualClock(nowMs), systemRandom()]
  const vaultFor = (use: string) => createVault(Buffer.from(rootKey, 'hex'), use, random)
  const needs = {
    ...{ pool, clock, newId: idSource(clock, random), rules: { oneAccountMayBeTwo: false } },
    ...{
      dossierVault: vaultFor('dossiers'),
      requestsVault: vaultFor('requests'),
      cursors: undefined as never,
    },
  }
  await pool.query('select 1')
  process.send?.('deciding')
  await decideProposedReview(
    { kind: 'operator', name, roles: ['reviewer'], operatorId: name },
    { id: review, accept: true },
    needs,
  )
  process.send?.('decided')
})
