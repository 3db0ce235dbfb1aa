import { accessesModule } from '../accesses/index.ts'
import { auditModule } from '../audit/index.ts'
import { billingModule } from '../billing/index.ts'
import { callsModule, jobsModule, largeRequestsModule, queueModule } from '../calls/index.ts'
import { citizenModule } from '../citizen/index.ts'
import { citizenDevicesModule } from '../citizen-devices/index.ts'
import { commitModule } from '../commit/index.ts'
import { consentsModule } from '../consents/index.ts'
import { consoleModule } from '../console/index.ts'
import { detectionModule } from '../detection/index.ts'
import { fraudNetworkModule } from '../fraud-network/index.ts'
import { gatewayModule } from '../gateway/index.ts'
import { httpModule } from '../http/index.ts'
import { invoicingModule } from '../invoicing/index.ts'
import { listsModule } from '../lists/index.ts'
import { mailModule } from '../mail/index.ts'
import { notifierModule } from '../notifier/index.ts'
import { organizationsModule } from '../organizations/index.ts'
import { outboxModule } from '../outbox/index.ts'
import type { Platform } from '../platform/index.ts'
import { registerModule } from '../register/index.ts'
import { scorecardModule } from '../scorecard/index.ts'
import { ageModule } from '../services/age/index.ts'
import { amlModule, dispositionsModule, screeningModule } from '../services/aml/index.ts'
import { creditModule } from '../services/credit/index.ts'
import { creditConsentsModule } from '../services/credit-consents/index.ts'
import { faceModule } from '../services/face/index.ts'
import { deskModule, fraudModule, sandboxClockModule } from '../services/fraud/index.ts'
import { kybModule } from '../services/kyb/index.ts'
import { kycModule } from '../services/kyc/index.ts'
import { monitoringModule, monitorsModule } from '../services/monitoring/index.ts'
import { signInServiceModule } from '../services/sign-in/index.ts'
import { signInSurfaceModule } from '../sign-in/index.ts'
import { signedApiModule } from '../signed-api/index.ts'
import { smsModule } from '../sms/index.ts'
import { sandboxDataModule } from '../synthetic-data/index.ts'
import { webhooksModule } from '../webhooks/index.ts'
import { composition } from './composition.ts'
import { filesModule } from './files-route.ts'
import { drainModule, healthModule } from './health-routes.ts'
import { maintenanceModule } from './maintenance.ts'
import { metricsModule } from './metrics.ts'
import { sandboxPagesModule } from './sandbox-routes.ts'
import { serversModule } from './servers.ts'

/** The modules of the server, in the order in which they are opened. They stop in the reverse order. */
export const serverModules = composition<Platform>()
  .use(auditModule)
  .use(detectionModule)
  .use(registerModule)
  .use(sandboxDataModule)
  .use(listsModule)
  .use(organizationsModule)
  .use(httpModule)
  .use(fraudNetworkModule)
  .use(screeningModule)
  .use(kycModule)
  .use(ageModule)
  .use(kybModule)
  .use(smsModule)
  .use(mailModule)
  .use(faceModule)
  .use(fraudModule)
  .use(deskModule)
  .use(monitorsModule)
  .use(amlModule)
  .use(billingModule)
  .use(outboxModule)
  .use(commitModule)
  .use(consentsModule)
  .use(scorecardModule)
  .use(creditModule)
  .use(queueModule)
  .use(callsModule)
  .use(dispositionsModule)
  .use(creditConsentsModule)
  .use(webhooksModule)
  .use(invoicingModule)
  .use(monitoringModule)
  .use(sandboxClockModule)
  .use(jobsModule)
  .use(largeRequestsModule)
  .use(gatewayModule)
  .use(signedApiModule)
  .use(citizenDevicesModule)
  .use(signInServiceModule)
  .use(accessesModule)
  .use(notifierModule)
  .use(citizenModule)
  .use(consoleModule)
  .use(signInSurfaceModule)
  .use(filesModule)
  .use(healthModule)
  .use(sandboxPagesModule)
  .use(serversModule)
  .use(metricsModule)
  .use(maintenanceModule)
  .use(drainModule)

export type ServerConfig = Parameters<typeof serverModules.open>[1]
