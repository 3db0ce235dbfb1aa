import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, openPool } from '@nani/foundation/storage/index.ts'
import pg from 'pg'
import { suspendOrganization } from '../../../organizations/organizations/index.ts'
import { decideProposedReview } from '../../../organizations/reviews/index.ts'
import { decideProposal, openDesk } from '../../../services/fraud/index.ts'

/*
 * A process that decides something as the second person, and is killed in the transaction of the decision.
 */

export type DecidingOrder = {
  url: string
  rootKey: string
  nowMs: number
  name: string
  act: 'review' | 'case' | 'suspension'
  id: string
  /** `before`: everything is written and not committed. `sent`: the commit was sent, and no answer is read. */
  killed: 'before' | 'sent'
}

const killAtCommit = (killed: DecidingOrder['killed']) => {
  const send = pg.Client.prototype.query
  const kill = () => process.kill(process.pid, 'SIGKILL')
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const isCommit = typeof given[0] === 'string' && /^commit/i.test(given[0])
    if (isCommit && killed === 'before') kill()
    const sent = Reflect.apply(send, this, given)
    if (isCommit) kill()
    return sent
  } as typeof send
}

process.once('message', async ({ url, rootKey, nowMs, name, act, id, killed }: DecidingOrder) => {
  const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} })
  const [clock, random, key] = [manualClock(nowMs), systemRandom(), Buffer.from(rootKey, 'hex')]
  const vaultFor = (use: string) => createVault(key, use, random)
  const newId = idSource(clock, random)
  const rules = { oneAccountMayBeTwo: false }
  const needs = { pool, registerPool: pool, clock, newId, rules, vaultFor }
  const actor = { kind: 'operator', name, roles: ['supervisor'], operatorId: name } as const
  killAtCommit(killed)
  if (act === 'review') {
    const dossiers = { dossierVault: vaultFor('dossiers'), requestsVault: vaultFor('requests') }
    await decideProposedReview(
      actor,
      { id, accept: true },
      { ...needs, ...dossiers, cursors: undefined as never },
    )
  } else if (act === 'case') {
    const suspendReporting = async () => false
    const desk = openDesk(
      { ...needs, random, rootKey: key, wakeDeliveries() {}, suspendReporting },
      { ...rules, twoPeople: true, clamd: null, fraudFalsePercent: 20, fraudFalseDecided: 10 },
    )
    await decideProposal(actor, { environment: null, fraud_case: id, decision: 'accept' }, desk)
  } else await suspendOrganization(actor, { organization_id: id, reason: 'I agree.' }, needs)
})
