import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type Actor, type Clock, idSource, manualClock, systemRandom } from '../../../core/index.ts'
import { createFraudStore, networkKeys } from '../../../fraud-network/index.ts'
import type { Application } from '../../../gateway/index.ts'
import { createVault } from '../../../storage/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { noon, startModes } from '../../../testing/modes.ts'
import { createCaseNumbers } from '../case-numbers.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import { createFraudReporting } from '../service.ts'
import type { Desk } from './desk.ts'
import { openDesk } from './open-desk.ts'

export const amani: Actor = { kind: 'operator', name: 'Amani', roles: ['investigator'], account: 'amani' }
export const bahati: Actor = { kind: 'operator', name: 'Bahati', roles: ['investigator'], account: 'bahati' }
export const chanda: Actor = { kind: 'operator', name: 'Chanda', roles: ['supervisor'], account: 'chanda' }
export const auditor: Actor = { kind: 'operator', name: 'Dora', roles: ['auditor'], account: 'dora' }

export type DeskWorld = Awaited<ReturnType<typeof startDeskWorld>>

/** The client certificate of every test application, as the proxy of the tests forwards it. */
const certificate = Buffer.from('trusted, of the tests')
const thumbprint = createHash('sha256').update(certificate).digest('hex')
const headers = { 'client-cert': `:${certificate.toString('base64')}:` }

/** The secrets of an installation with this root key. */
const secretsOf = (rootKey: Buffer) => {
  const random = systemRandom()
  return { rootKey, random, vaultFor: (use: string) => createVault(rootKey, use, random) }
}

/** A desk on a pool of its own, as a process of the installation opens it. */
export const testDesk = (pool: pg.Pool, rootKey: Buffer, clock: Clock): Desk => {
  const secrets = secretsOf(rootKey)
  return openDesk(
    { ...secrets, pool, clock, newId: idSource(clock, secrets.random), wakeDeliveries() {} },
    { fraudTwoPeople: true, clamd: null, oneAccountMayBeTwo: false },
  )
}

/** Fraud Reporting on a test database, with a desk that works on its cases. */
export const startDeskWorld = async (environment: 'sandbox' | 'production' = 'sandbox') => {
  const clock = manualClock(noon)
  const rootKey = randomBytes(32)
  const secrets = secretsOf(rootKey)
  const modes = await startModes({
    environment,
    service: (pool) =>
      createFraudReporting({
        ...{ pool, clock, ...fraudSecrets(secrets) },
        numbers: createCaseNumbers(pool),
        fetchEvidence: () => Promise.reject(new Error('is not fetched')),
      }),
  })
  const { pool, requestsVault } = modes.dependencies
  // Events are read by the process of the test, so they are sealed as it seals them.
  const desk: Desk = { ...testDesk(pool, rootKey, clock), requestsVault }
  const network = createFraudStore({ ...networkKeys(secrets), pool })
  const newApplication = () =>
    modes.admitApplication(testApplication({ environment, thumbprints: new Set([thumbprint]) }))
  /** Sends a report, and returns how the desk and the reporter name its case. */
  const report = async (changes: Record<string, unknown> = {}, by?: Application) => {
    const application = by ?? newApplication()
    const body = { type: 'phishing', description: 'A false page asked for the PIN.', ...changes }
    const { status, json } = await modes.call(application, { target: '/v1/fraud/reports', body, headers })
    if (status !== 200) throw new Error(`the report was refused: ${JSON.stringify(json)}`)
    const id = String(json.id)
    return {
      ...{ application, id, number: String(json.case_number) },
      named: { environment: null, fraudCase: id },
      /** Number of events about changes of the status. */
      countChanges: () => modes.count('events', application, `type = 'fraud_report.status_changed'`),
      current: async () => (await modes.get(application, `/v1/fraud/reports/${id}`)).json,
      /** Changes of status that the reporter was informed of. */
      changes: async () => {
        const listed = await modes.get(application, '/v1/events?limit=100')
        return (listed.json.data as { type: string; data: Record<string, Record<string, unknown>> }[])
          .filter(({ type }) => type === 'fraud_report.status_changed')
          .map(({ data }) => data)
      },
    }
  }
  const acts = async (subject: string) => {
    const { rows } = await modes.database.pool.query<{ action: string; actor: string; after: unknown }>(
      'select action, actor, after from acts where subject = $1 order by act_number',
      [subject],
    )
    return rows
  }
  return { modes, desk, network, rootKey, clock, newApplication, report, acts, stop: () => modes.stop() }
}
