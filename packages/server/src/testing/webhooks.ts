import type { WebhookEvent } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import { createDatabaseAtNoon } from '../../../../testing/database.ts'
import type { EventRow } from '../calls/outbox/index.ts'
import { type DispatcherDependencies, openDispatcher, webhookAnswersVault } from '../calls/webhooks/index.ts'
import type { Application } from '../gateway/gateway/index.ts'
import { testApplication } from './application.ts'
import { testPlatform } from './platform.ts'
import { startReceiver } from './receiver.ts'

/** Applications with endpoints and events in a real database, and dispatchers whose clock a test holds. */
export const startWebhooks = async () => {
  const database = await createDatabaseAtNoon()
  const { pool } = database
  const platform = testPlatform(database)
  const { clock, newId } = platform
  const applications = new Map<string, Application>()
  const errors: unknown[] = []
  const stops: (() => Promise<void>)[] = []
  const receivers: (() => Promise<void>)[] = []

  const dispatcher = ({
    sandboxAllowsLoopback = true,
    ...parts
  }: Partial<DispatcherDependencies> & { sandboxAllowsLoopback?: boolean } = {}) => {
    const made = openDispatcher(
      {
        ...platform,
        applicationById: async (id) => applications.get(id) ?? null,
        renderEvents: async (application, rows) =>
          new Map(rows.map((row) => [row.event_id, testEvent(application, row)])),
      },
      { sandboxWebhooksAllowLoopback: sandboxAllowsLoopback },
      { listenForDue: null, onError: (error) => errors.push(error), ...parts },
    )
    stops.push(made.stop)
    return made
  }

  return {
    pool,
    clock,
    newId,
    answersVault: webhookAnswersVault(platform),
    applications,
    errors,
    dispatcher,
    async application(url: string, changes: Partial<Application> = {}): Promise<Application> {
      const application = testApplication(changes)
      const { applicationId, environment } = application
      applications.set(applicationId, application)
      await pool.query(
        `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
           burst_per_second, created_at) values ($1, 'org', 'Test', $2, '{}', '{}', '{}', 1, now())`,
        [applicationId, environment],
      )
      await pool.query(
        'insert into webhook_endpoints (application_id, url, created_at, updated_at) values ($1, $2, now(), now())',
        [applicationId, url],
      )
      return application
    },
    /** Events as the outbox leaves them, with their deliveries. */
    async addEvents({ applicationId }: Application, count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => newId('evt'))
      const at = new Date(clock.now())
      await pool.query(
        `with event as (
           insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id)
           select $1, $2, id, place, 'job.completed', $3, 'job', 'job_1' from unnest($4::text[]) with ordinality as e(id, place)
           returning event_id
         )
         insert into webhook_deliveries (application_id, event_id, event_day, next_attempt_at)
         select $1, event_id, $2, $3 from event`,
        [applicationId, dayOf(clock.now()), at, ids],
      )
      return ids
    },
    async deliveries({ applicationId }: Application) {
      const { rows } = await pool.query<{
        state: string
        attempts: number
        next_attempt_at: Date
        leased_until: Date | null
      }>(
        `select state, attempts, next_attempt_at, leased_until from webhook_deliveries
         where application_id = $1 order by event_id`,
        [applicationId],
      )
      return rows
    },
    async attempts({ applicationId }: Application) {
      const { rows } = await pool.query<{
        attempt: number
        attempt_id: string
        at: Date
        http_status: number | null
        failure: string | null
        sealed_answer: Buffer | null
      }>('select * from webhook_attempts where application_id = $1 order by at, attempt_id', [applicationId])
      return rows
    },
    /** A receiver that lives as long as the test. */
    async receiver(answer?: Parameters<typeof startReceiver>[0]) {
      const started = await startReceiver(answer)
      receivers.push(started.stop)
      return started
    },
    /** Ends a test: what it leaves due would be sent by the next one's poll. Answers what went wrong in it. */
    async clear(): Promise<unknown[]> {
      for (const stop of receivers.splice(0)) await stop()
      await pool.query('delete from webhook_deliveries')
      return errors.splice(0)
    },
    async stop() {
      for (const stop of stops) await stop()
      await database.drop()
    },
  }
}

export const testEvent = (
  { environment }: Pick<Application, 'environment'>,
  row: EventRow,
): WebhookEvent => ({
  id: row.event_id,
  object: 'event',
  type: row.type,
  livemode: environment === 'production',
  created_at: rfc3339(row.created_at.getTime()),
  data: { object: { id: row.object_id, object: 'job' } },
})
