import type { Environment } from '@nani/contract'
import { createConsolePages } from '@nani/foundation/http/index.ts'
import { readsOfPrimary } from '@nani/foundation/storage/index.ts'
import type { TestDatabase } from '../../../../../../testing/database.ts'
import { composition } from '../../../app/app/index.ts'
import { callsModule } from '../../../calls/calls/index.ts'
import { commitModule } from '../../../calls/commit/index.ts'
import { outboxModule } from '../../../calls/outbox/index.ts'
import { receiptsModule } from '../../../calls/receipts/index.ts'
import { consentsModule } from '../../../citizens/consents/index.ts'
import { createAllDatabases } from '../../../gateway/acts/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import { billingModule } from '../../../money/billing/index.ts'
import type { AuthenticationFailure, Detection } from '../../../risk/detection/index.ts'
import { openDevices } from '../../../testing/devices/citizen-devices.ts'
import { heldQueue, silentDetection } from '../../../testing/doubles.ts'
import type { Applications } from '../dependencies.ts'
import { signInOfCellModule, signInServiceModule } from '../module.ts'

const urlOf = (environment: Environment): string =>
  environment === 'production' ? 'https://id.example' : 'http://sandbox.example'

const directoryOf = (applications: readonly Application[]): Applications => ({
  findByApiKey: async (key) => applications.find(({ apiKey }) => apiKey === key) ?? null,
  findById: async (id) => applications.find(({ applicationId }) => applicationId === id) ?? null,
  findLogo: async () => null,
})

export type SignInWorld = Awaited<ReturnType<typeof openSignInWorld>>

/**
 * Sign-in as the product has it, with applications that the test makes. Production is served over TLS, the sandbox is not.
 */
export const openSignInWorld = async (
  citizens: Parameters<typeof openDevices>[0],
  environment: Environment = 'production',
) => {
  const devices = await openDevices(citizens, environment)
  const applications: Application[] = []
  const directory = directoryOf(applications)
  const failures: AuthenticationFailure[] = []
  const detection: Detection = {
    ...silentDetection,
    onAuthenticationFailure: (failure) => void failures.push(failure),
  }
  const doubles = {
    ...{ directory, detection, queue: heldQueue().queue, registerOfCalls: devices.context.register },
    allDatabases: createAllDatabases(devices.clock),
    http: { publicUrls: { of: urlOf, find: urlOf, set() {} }, consolePages: createConsolePages() },
  }
  // Sign-in has a detection of its own, which lists failures.
  const { detection: _, ...needed } = devices.context
  const { context, stop } = await composition<typeof needed>()
    .use({ name: 'doubles of sign-in', open: () => ({ provides: doubles }) })
    .use(billingModule)
    .use(outboxModule)
    .use(commitModule)
    .use(consentsModule)
    .use(receiptsModule)
    .use(callsModule)
    .use(signInServiceModule)
    .open(needed, {
      ...{ consentRetentionDays: 30, maxOpenItems: 50_000, topUpUrl: 'https://pay.example/top-up' },
      ...{ sandboxMtlsUrl: null, productionMtlsUrl: null },
    })
  const { homeSignIn: signIn, sharedSignIns, signInAsked } = context
  return {
    ...{ ...devices, applications, failures, signIn, sharedSignIns, signInAsked },
    allDatabases: doubles.allDatabases,
    /** What a module of sign-in in a cell needs of home. */
    needed: { ...needed, ...doubles },
    async stop() {
      await stop()
      await devices.stop()
    },
  }
}

/** Sign-in in a cell, as the product has it, with these applications. */
export const openSignInOfCell = async (
  { needed, pool: homePool, sharedSignIns }: SignInWorld,
  { pool, url: connectionString }: TestDatabase,
  applications: readonly Application[],
) => {
  // PostgreSQL copies the keys of home.
  const { rows } = await homePool.query(`select to_jsonb(k) as key from sign_in_keys k`)
  for (const { key } of rows)
    await pool.query(`insert into sign_in_keys select * from jsonb_populate_record(null::sign_in_keys, $1)`, [
      key,
    ])
  const ofCell = {
    ...{ ...needed, pool, connectionString, homePool, sharedSignIns, directory: directoryOf(applications) },
    ...{ ownerPool: pool, reads: readsOfPrimary(pool), cellName: 'north' },
  }
  const { context, stop } = await composition<typeof ofCell>()
    .use(billingModule)
    .use(outboxModule)
    .use(commitModule)
    .use(consentsModule)
    .use(receiptsModule)
    .use(callsModule)
    .use(signInOfCellModule)
    .open(ofCell, { consentRetentionDays: 30, maxOpenItems: 50_000, topUpUrl: 'https://pay.example/top-up' })
  return { signIn: context.signIn, stop }
}
