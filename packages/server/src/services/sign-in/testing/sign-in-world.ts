import type { Environment } from '@nani/contract'
import { createConsolePages } from '@nani/foundation/http/index.ts'
import { composition } from '../../../app/app/index.ts'
import { callsModule } from '../../../calls/calls/index.ts'
import { commitModule } from '../../../calls/commit/index.ts'
import { outboxModule } from '../../../calls/outbox/index.ts'
import { receiptsModule } from '../../../calls/receipts/index.ts'
import { consentsModule } from '../../../citizens/consents/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import { billingModule } from '../../../money/billing/index.ts'
import type { AuthenticationFailure, Detection } from '../../../risk/detection/index.ts'
import { openDevices } from '../../../testing/devices/citizen-devices.ts'
import { heldQueue, silentDetection } from '../../../testing/doubles.ts'
import type { Applications } from '../dependencies.ts'
import { signInServiceModule } from '../module.ts'

const urlOf = (environment: Environment): string =>
  environment === 'production' ? 'https://id.example' : 'http://sandbox.example'

export type SignInWorld = Awaited<ReturnType<typeof openSignInWorld>>

/**
 * Sign-in as the product has it, with applications that the test makes. Production is served over TLS, the sandbox is not.
 */
export const openSignInWorld = async (citizens: Parameters<typeof openDevices>[0]) => {
  const devices = await openDevices(citizens)
  const applications: Application[] = []
  const directory: Applications = {
    findByApiKey: async (key) => applications.find(({ apiKey }) => apiKey === key) ?? null,
    findById: async (id) => applications.find(({ applicationId }) => applicationId === id) ?? null,
    findLogo: async () => null,
  }
  const failures: AuthenticationFailure[] = []
  const detection: Detection = {
    ...silentDetection,
    onAuthenticationFailure: (failure) => void failures.push(failure),
  }
  const doubles = {
    ...{ directory, detection, queue: heldQueue().queue, registerOfCalls: devices.context.register },
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
  return {
    ...{ ...devices, applications, failures, signIn: context.signIn },
    async stop() {
      await stop()
      await devices.stop()
    },
  }
}
