import { createSecretKey } from 'node:crypto'
import type pg from 'pg'
import { manualClock, systemRandom } from '../core/index.ts'
import { createFraudStore, type NetworkStore } from '../fraud-network/index.ts'
import type { Application } from '../gateway/index.ts'
import {
  type Audience,
  createListReader,
  importList,
  type ListId,
  readScreeningSettings,
} from '../lists/index.ts'
import {
  type Business,
  type Citizen,
  createPostgresRegister,
  type Register,
  writeBusinesses,
  writeCitizens,
} from '../register/index.ts'
import { openScreener, openSubjectIndex } from '../screening/index.ts'
import type { ScreeningSources } from '../services/aml/index.ts'
import { createAmlScreening, dispositionEndpoints, openListIndex } from '../services/aml/index.ts'
import type { MonitoringDependencies } from '../services/monitoring/index.ts'
import { createCycle, type Monitor, monitorsAt, newMonitor } from '../services/monitoring/index.ts'
import { appRole, createVault, openPool } from '../storage/index.ts'
import { testApplication } from './application.ts'
import { noon, startModes } from './modes.ts'
import { testNetworkKeys } from './network-keys.ts'

const path = '/v1/aml/screenings'
const subjectColumns = 'reference,kind,name,birth_dates,nationalities,listed_on,ended_on'
const headers: Partial<Record<ListId, string>> = {
  national_pep: 'reference,kind,name,birth_dates,nationalities,positions',
  fatf: 'country,level,measure',
}

export type Alert = {
  monitor_id: string
  screening_id: string
  reference: string | null
  reason: string
  previous_risk_level: string
  risk_level: string
  risk_score: number
  hits: { matched_name: string; details_url: string; category: string }[]
}

export type MonitoredWorld = Awaited<ReturnType<typeof startMonitoredWorld>>

/** Lists, an index of them in a worker, the service over the wire and its monitoring: all on a real database. */
export const startMonitoredWorld = async () => {
  let real = {} as Register
  const register: Pick<Register, 'findCitizen' | 'findBusiness'> = {
    findCitizen: (...asked) => real.findCitizen(...asked),
    findBusiness: (...asked) => real.findBusiness(...asked),
  }
  const secrets = {
    vault: createVault(Buffer.alloc(32, 1), 'monitors', systemRandom()),
    identityKey: createSecretKey(Buffer.alloc(32, 2)),
  }
  const networkKeys = testNetworkKeys({ identityKey: secrets.identityKey })
  const screener = openScreener({ workers: 1 })
  let sources = {} as ScreeningSources
  const later: ScreeningSources = {
    search: (...asked) => sources.search(...asked),
    findEntries: (ids) => sources.findEntries(ids),
    findJurisdictions: (...asked) => sources.findJurisdictions(...asked),
    currentVersions: (environment) => sources.currentVersions(environment),
    atVersions: (environment, work) => sources.atVersions(environment, work),
    areListed: (...asked) => sources.areListed(...asked),
    threshold: () => sources.threshold(),
    fraudNetwork: {
      find: (...asked) => sources.fraudNetwork.find(...asked),
      listedSuspectCases: (...asked) => sources.fraudNetwork.listedSuspectCases(...asked),
    },
  }
  let pool = {} as pg.Pool
  const service = createAmlScreening({
    ...{ register, sources: later, monitors: secrets, startMonitor: newMonitor },
    clock: manualClock(noon),
  })
  const modes = await startModes({
    service,
    pool: async (url) => {
      pool = openPool(url, {
        maxConnections: 8,
        statementTimeoutMs: 30_000,
        onError: () => {},
        role: appRole,
      })
      return pool
    },
    endpoints: (dependencies) => dispositionEndpoints(dependencies, secrets),
  })
  real = createPostgresRegister({ pool, vault: createVault(Buffer.alloc(32, 3), 'files', systemRandom()) })
  const reader = createListReader(pool)
  let announce = () => {}
  let caughtUp = () => {}
  const index = await openListIndex({
    reader,
    screener,
    async listen(onChange) {
      announce = onChange
      return { stop: async () => {} }
    },
    later: () => () => {},
    onError: (error) => errors.push(error),
    onCaughtUp: () => caughtUp(),
  })
  const errors: unknown[] = []
  sources = {
    search: screener.search,
    findEntries: reader.findEntries,
    findJurisdictions: reader.findJurisdictions,
    currentVersions: index.currentVersions,
    atVersions: index.atVersions,
    areListed: reader.areListed,
    threshold: async () => (await readScreeningSettings(pool)).threshold,
    fraudNetwork: createFraudStore({ ...networkKeys, pool }),
  }
  const { clock, dependencies } = modes
  const subjectIndexes = [openSubjectIndex({ workers: 1 })]
  const monitoring: MonitoringDependencies = {
    ...dependencies,
    register,
    reader,
    sources,
    secrets,
    subjects: subjectIndexes[0] as MonitoringDependencies['subjects'],
    onError: (error) => errors.push(error),
  }
  const intervals = { refreshMs: 0, rescanMs: 86_400_000 }
  const newApplication = (changes: Partial<Application> = {}) =>
    modes.admitApplication(testApplication(changes))

  return {
    ...modes,
    /** Of the owner of the tables: a test also changes what calls may not. */
    pool: modes.database.pool,
    secrets,
    network: { ...networkKeys, pool: modes.database.pool } satisfies NetworkStore,
    monitoring,
    errors,
    newApplication,
    intervals,
    cycle: createCycle(monitoring, intervals, () => false),
    /** What another process of the same database would run. */
    anotherCycle() {
      const subjects = openSubjectIndex({ workers: 1 })
      subjectIndexes.push(subjects)
      return createCycle({ ...monitoring, subjects }, intervals, () => false)
    },
    /** A further version of a list; `behind` leaves the index of this process where it was. */
    async publish(list: ListId, rows: readonly string[], audience: Audience = 'everyone', behind = false) {
      const text = [headers[list] ?? subjectColumns, ...rows, ''].join('\n')
      const file = {
        name: `${list}.csv`,
        open: async function* () {
          yield Buffer.from(text)
        },
      }
      const request = {
        files: [file],
        format: null,
        acceptDrop: true,
        source: file.name,
        etag: null,
        sourceDate: null,
      }
      await importList({ kind: 'system', task: 'test' }, { list, audience, ...request }, { pool, clock })
      if (!behind) await this.catchUp()
    },
    async catchUp() {
      await new Promise<void>((resolve) => {
        caughtUp = resolve
        announce()
      })
    },
    async screen(application: Application, subject: unknown, more: Record<string, unknown> = {}) {
      const body = { subject, purpose: 'regulatory_compliance', ...more }
      const reply = await modes.call(application, { target: path, body })
      if (reply.status !== 200) throw new Error(reply.text)
      return reply.json as Record<string, unknown> & { id: string; hits: unknown[]; risk_level: string }
    },
    /** Begins to monitor, and lets the first look pass. */
    async monitor(application: Application, subject: unknown, more: Record<string, unknown> = {}) {
      const screening = await this.screen(application, subject, { monitoring: true, ...more })
      await this.cycle()
      return screening
    },
    /** The monitor of an application that has one. */
    async monitorOf({ applicationId }: Application): Promise<Monitor | undefined> {
      const { rows } = await pool.query<{ monitor_number: number }>(
        'select monitor_number from monitors where application_id = $1',
        [applicationId],
      )
      return (
        await monitorsAt(
          pool,
          secrets,
          rows.map(({ monitor_number }) => monitor_number),
        )
      )[0]
    },
    alerts(application: Application): Promise<Alert[]> {
      return this.events(application, 'aml_screening.alert')
    },
    async events(application: Application, wanted: string): Promise<Alert[]> {
      const { json } = await modes.get(application, '/v1/events?limit=500')
      return (json.data as { type: string; data: { object: Alert } }[])
        .filter(({ type }) => type === wanted)
        .map(({ data }) => data.object)
    },
    /** Writes a citizen into the register, as an import would. */
    enrol: (citizen: Citizen) => writeCitizens(pool, [citizen], 'sandbox'),
    enrolBusiness: (business: Business) => writeBusinesses(pool, [business], 'sandbox'),
    async stop() {
      await index.stop()
      await screener.close()
      for (const subjects of subjectIndexes) await subjects.close()
      await modes.stop()
    },
  }
}
