import { manualClock } from '@nani/foundation/core/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import { decideProposal } from './case-acts.ts'
import { bahati, testDesk } from './desk-world.fixture.ts'

/*
 * A process that decides one case many times at once, when it is asked to: every second decision accepts. It reports the code of
 * each refusal, and null for a decision that was made.
 */

type Order = { url: string; rootKey: string; caseNumber: string; decisions: number; nowMs: number }

const send = (message: unknown) => process.send?.(message)

process.once('message', ({ url, rootKey, caseNumber, decisions, nowMs }: Order) => {
  const pool = openPool(url, { maxConnections: 8, statementTimeoutMs: 30_000, onError: () => {} })
  const desk = testDesk(pool, Buffer.from(rootKey, 'hex'), manualClock(nowMs))
  process.once('message', async () => {
    const named = { environment: null, fraud_case: caseNumber }
    const codes = await Promise.all(
      Array.from({ length: decisions }, (_, index) =>
        decideProposal(bahati, { ...named, decision: index % 2 ? 'accept' : 'reject' }, desk).then(
          () => null,
          (error: { code?: string; message: string }) => error.code ?? error.message,
        ),
      ),
    )
    await pool.end()
    send(codes)
    process.disconnect()
  })
  pool.query('select 1').then(() => send('ready'))
})
