import { createHash } from 'node:crypto'
import { type Actor, type Clock, idSource, Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Application } from '../../../gateway/gateway/index.ts'
import { suspendIfApproved } from '../../../organizations/organizations/index.ts'
import { createFraudStore, networkKeys } from '../../../risk/fraud-network/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { startFraud } from '../fraud-modes.fixture.ts'
import type { Desk } from './desk-needs.ts'
import { openDesk } from './open-desk.ts'

export const amani: Actor = { kind: 'operator', name: 'Amani', roles: ['investigator'], account: 'amani' }
export const bahati: Actor = { kind: 'operator', name: 'Bahati', roles: ['investigator'], account: 'bahati' }
export const chanda: Actor = { kind: 'operator', name: 'Chanda', roles: ['supervisor'], account: 'chanda' }
export const auditor: Actor = { kind: 'operator', name: 'Dora', roles: ['auditor'], account: 'dora' }

/** The code of the refusal of an act. Null: the act was done. */
export const codeOf = (act: Promise<unknown>): Promise<string | null> =>
  act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

export type DeskWorld = Awaited<ReturnType<typeof startDeskWorld>>

/** The client certificate of every test application, as the proxy of the tests forwards it. */
const certificate = Buffer.from('trusted, of the tests')
const thumbprint = createHash('sha256').update(certificate).digest('hex')
const headers = { 'client-cert': `:${certificate.toString('base64')}:` }

type InDatabases = Partial<Pick<Desk, 'cell' | 'databases'>> & { registerPool?: pg.Pool }

/** A desk on a pool of its own, as a process of the installation opens it. */
export const testDesk = (pool: pg.Pool, rootKey: Buffer, clock: Clock, more: InDatabases = {}): Desk => {
  const random = systemRandom()
  const vaultFor = (use: string) => createVault(rootKey, use, random)
  const newId = idSource(clock, random)
  const suspension = { pool, clock, newId, requestsVault: vaultFor('requests') }
  const suspendReporting: Desk['suspendReporting'] = (client, { actor, applicationId, reason }) =>
    suspendIfApproved(
      client,
      actor,
      { application_id: applicationId, service: 'fraud_reporting', reason },
      suspension,
    )
  return openDesk(
    {
      ...{ pool, registerPool: pool, clock, random, rootKey, vaultFor, ...more },
      newId,
      wakeDeliveries() {},
      suspendReporting,
    },
    {
      twoPeople: true,
      clamd: null,
      oneAccountMayBeTwo: false,
      fraudFalsePercent: 20,
      fraudFalseDecided: 4,
    },
  )
}

/** Fraud Reporting on a test database, with a desk that works on its cases. */
export const startDeskWorld = async (environment: 'sandbox' | 'production' = 'sandbox') => {
  const modes = await startFraud({ environment })
  const { platform, clock } = modes
  const { pool, rootKey } = platform
  const desk = testDesk(pool, rootKey, clock)
  const keys = networkKeys(platform)
  const network = createFraudStore({ ...keys, pool })
  const newApplication = () =>
    modes.admitApplication(testApplication({ environment, thumbprints: new Set([thumbprint]) }))
  /** Reads with the client certificate, which production needs. */
  const get = (application: Application, target: string) =>
    modes.call(application, { method: 'GET', target, headers })
  /** Sends a report, and returns how the desk and the reporter name its case. */
  const report = async (changes: Record<string, unknown> = {}, by?: Application) => {
    const application = by ?? newApplication()
    const body = { type: 'phishing', description: 'A false page asked for the PIN.', ...changes }
    const { status, json } = await modes.call(application, { target: '/v1/fraud/reports', body, headers })
    if (status !== 200) throw new Error(`the report was refused: ${JSON.stringify(json)}`)
    const id = String(json.id)
    return {
      ...{ application, id, number: String(json.case_number) },
      named: { environment: null, fraud_case: id },
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
  return {
    modes,
    desk,
    network,
    networkKeys: keys,
    rootKey,
    clock,
    newApplication,
    get,
    report,
    acts,
    stop: () => modes.stop(),
  }
}
