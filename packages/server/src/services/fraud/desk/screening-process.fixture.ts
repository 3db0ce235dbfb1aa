import { amlChecks } from '@nani/contract'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, openPool } from '@nani/foundation/storage/index.ts'
import { loadModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import { createFraudStore, networkKeys } from '../../../risk/fraud-network/index.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { testSources } from '../../../testing/screening-sources.ts'
import { factsOfCitizen, screenSubject } from '../../aml/index.ts'
import { decide, riskSignalsOf } from '../../credit/index.ts'

/** A process of the installation that screens and scores people when it is asked to. */

export type Order = { url: string; rootKey: string }
export type Question = { svcId: string; nowMs: number }
export type Seen = { cases: number; victim: boolean; score: number }

const send = (message: unknown) => process.send?.(message)

process.once('message', ({ url, rootKey: hex }: Order) => {
  const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} })
  const rootKey = Buffer.from(hex, 'hex')
  const random = systemRandom()
  const keys = networkKeys({ rootKey, random, vaultFor: (use) => createVault(rootKey, use, random) })
  const fraudNetwork = createFraudStore({ pool, ...keys })
  const sources = { ...testSources({ loaded: ['un'] }).sources, fraudNetwork }
  const scorecard = loadModel(shippedModel)
  process.on('message', async ({ svcId, nowMs }: Question) => {
    const facts = factsOfCitizen(testCitizen({ svc_id: svcId }))
    const question = {
      facts,
      checks: amlChecks,
      applicationId: 'app_1',
      environment: 'production' as const,
      nowMs,
    }
    const signals = riskSignalsOf(await screenSubject(question, sources))
    const records = { telecom: { sim_age_months: 80, number_changes_24m: 0 } }
    const { decision } = decide({ records, signals, amount: null, nowMs }, scorecard)
    const seen: Seen = {
      cases: signals.fraud.confirmed_cases_as_suspect,
      victim: signals.fraud.identity_fraud_victim,
      score: decision.score,
    }
    send(seen)
  })
  process.once('disconnect', () => void pool.end())
  pool.query('select 1').then(() => send('ready'))
})
