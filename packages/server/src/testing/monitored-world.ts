import { openScreener, openSubjectIndex } from '@nani/engines/screening/index.ts'
import { type Channel, createChannel } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Application } from '../gateway/gateway/index.ts'
import {
  type Business,
  type Citizen,
  createPostgresRegister,
  type Register,
  writeBusinesses,
  writeCitizens,
} from '../register/register/index.ts'
import { createFraudStore, type NetworkStore, networkKeys } from '../risk/fraud-network/index.ts'
import {
  type Audience,
  createListReader,
  importList,
  type ListId,
  readScreeningSettings,
} from '../risk/lists/index.ts'
import {
  amlModule,
  dispositionEndpoints,
  type MonitorSecrets,
  monitorSecrets,
  type OpenScreening,
  openListIndex,
  type ScreeningSources,
} from '../services/aml/index.ts'
import type { MonitoringDependencies } from '../services/monitoring/index.ts'
import { createCycle, type Monitor, monitorsAt, monitorsModule } from '../services/monitoring/index.ts'
import { testApplication } from './application.ts'
import { startModes } from './modes.ts'

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

/** The lists and an index of them in one worker. The test announces a change, and waits for the index to reach it. */
const openTestScreening = async (
  pool: pg.Pool,
  fraudNetwork: ScreeningSources['fraudNetwork'],
  onError: (error: unknown) => void,
) => {
  const reader = createListReader(pool)
  const screener = openScreener({ workers: 1 })
  const caughtUp: Channel<number> = createChannel()
  let announce = () => {}
  const index = await openListIndex({
    reader,
    screener,
    async listen(onChange) {
      announce = onChange
      return { stop: async () => {} }
    },
    later: () => () => {},
    onError,
    onCaughtUp: caughtUp.send,
  })
  const sources: ScreeningSources = {
    search: screener.search,
    findEntries: reader.findEntries,
    findJurisdictions: reader.findJurisdictions,
    currentVersions: index.currentVersions,
    atVersions: index.atVersions,
    areListed: reader.areListed,
    threshold: async () => (await readScreeningSettings(pool)).threshold,
    fraudNetwork,
  }
  return {
    ...{ sources, reader, caughtUp },
    isReady: () => true,
    announce: () => announce(),
    async stop() {
      await index.stop()
      await screener.close()
    },
  } satisfies OpenScreening & { announce(): void }
}

type TestScreening = Awaited<ReturnType<typeof openTestScreening>>

/** Screening and its monitors, over the wire, on a real database. They are the modules of the product. */
const startScreening = async (onError: (error: unknown) => void) => {
  let opened = {} as { screening: TestScreening; register: Register; network: NetworkStore; pool: pg.Pool }
  let secrets = {} as MonitorSecrets
  const modes = await startModes({
    modules: (outer) =>
      outer
        .use({
          name: 'register',
          open({ pool, vaultFor }) {
            const register = createPostgresRegister({ pool, vault: vaultFor('files') })
            return { provides: { register, registerOfCalls: register } }
          },
        })
        .use({
          name: 'screening',
          async open({ register, ...platform }) {
            const { pool } = platform
            secrets = monitorSecrets(platform)
            const network = { ...networkKeys(platform), pool }
            const screening = await openTestScreening(pool, createFraudStore(network), onError)
            opened = { screening, register, network, pool }
            return { provides: { screening }, stop: screening.stop }
          },
        })
        .use(monitorsModule)
        .use(amlModule),
    endpoints: (calls) => dispositionEndpoints(calls, secrets),
  })
  return { modes, secrets, ...opened }
}

/** Lists, an index of them in a worker, the service over the wire and its monitoring: all on a real database. */
export const startMonitoredWorld = async () => {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const { modes, secrets, screening, register, network, pool } = await startScreening(onError)
  const { clock, dependencies } = modes
  const { sources, reader } = screening
  let reached = () => {}
  screening.caughtUp.subscribe(() => reached())
  const subjectIndexes = [openSubjectIndex({ workers: 1 })]
  const monitoring: MonitoringDependencies = {
    ...{ ...dependencies, register, reader, sources, secrets, onError },
    registerPool: dependencies.pool,
    subjects: subjectIndexes[0] as MonitoringDependencies['subjects'],
  }
  const intervals = { refreshMs: 0, rescanMs: 86_400_000 }
  const newApplication = (changes: Partial<Application> = {}) =>
    modes.admitApplication(testApplication(changes))

  return {
    ...modes,
    /** Of the owner of the tables: a test also changes what calls may not. */
    pool: modes.database.pool,
    secrets,
    network: { ...network, pool: modes.database.pool } satisfies NetworkStore,
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
        reached = resolve
        screening.announce()
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
      for (const subjects of subjectIndexes) await subjects.close()
      await modes.stop()
    },
  }
}
