import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, openPool } from '@nani/foundation/storage/index.ts'
import { openTestBilling } from '../../../testing/billing.ts'
import { moneyTransaction, runBilling } from '../index.ts'
import { pricedCall } from './priced-call.ts'

/*
 * A process that spends the money of an organization until it is killed: calls, and next to them the cycle, which posts what they
 * spent. A call whose connection breaks is not repeated.
 */

export type SpendingOrder = { url: string; organizationId: string; applicationId: string; nowMs: number }

const callers = 8
const random = systemRandom()

process.once('message', async ({ url, organizationId, applicationId, nowMs }: SpendingOrder) => {
  const pool = openPool(url, { maxConnections: 6, statementTimeoutMs: 30_000, onError: () => {} })
  const clock = manualClock(nowMs)
  const newId = idSource({ now: Date.now }, random)
  const { commit } = await openTestBilling({ pool, clock, newId })
  const platform = {
    pool,
    clock,
    newId,
    vaultFor: (use: string) => createVault(Buffer.alloc(32), use, random),
  }
  let committed = 0
  const untilKilled = async (work: () => Promise<unknown>) => {
    for (;;) await work().catch(() => {})
  }
  const call = async () => {
    const resultId = newId('kyc')
    await commit(
      pricedCall({
        ...{ applicationId, organizationId, resultId, mode: 'single', scopes: [], amount: 100_000 },
        ...{ atMs: nowMs, sealed: Buffer.from(`sealed ${resultId}`) },
      }),
    )
    if (++committed === 20) process.send?.('spending')
  }
  const post = () =>
    runBilling({ kind: 'system', task: 'test' }, { organizationId, asOfMs: nowMs + 86_400_000 }, platform)
  await moneyTransaction(platform, organizationId, async () => {})
  for (let caller = 0; caller < callers; caller++) void untilKilled(call)
  void untilKilled(post)
})
