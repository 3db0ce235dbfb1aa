import { httpModule } from '@nani/foundation/http/index.ts'
import { callsModule, jobsModule, largeRequestsModule, queueModule } from '../../calls/calls/index.ts'
import { commitModule } from '../../calls/commit/index.ts'
import { outboxModule } from '../../calls/outbox/index.ts'
import { receiptsModule } from '../../calls/receipts/index.ts'
import { webhooksModule } from '../../calls/webhooks/index.ts'
import { accessesModule } from '../../citizens/accesses/index.ts'
import { citizenModule } from '../../citizens/citizen/index.ts'
import { citizenDevicesModule } from '../../citizens/citizen-devices/index.ts'
import { consentsModule } from '../../citizens/consents/index.ts'
import { notifierModule } from '../../citizens/notifier/index.ts'
import { signInSurfaceModule } from '../../citizens/sign-in/index.ts'
import { smsModule } from '../../citizens/sms/index.ts'
import { operatorsDeskModule } from '../../desk/desk-surface/index.ts'
import { gatewayModule } from '../../gateway/gateway/index.ts'
import { signedApiModule } from '../../gateway/signed-api/index.ts'
import { billingModule } from '../../money/billing/index.ts'
import { invoicingModule, paymentCallbacksModule } from '../../money/invoicing/index.ts'
import { conformanceModule } from '../../organizations/conformance/index.ts'
import { consoleModule } from '../../organizations/console/index.ts'
import { mailModule } from '../../organizations/mail/index.ts'
import { organizationsModule } from '../../organizations/organizations/index.ts'
import { testClockModule } from '../../organizations/test-clock/index.ts'
import { registerModule } from '../../register/register/index.ts'
import { sandboxDataModule } from '../../register/synthetic-data/index.ts'
import { detectionModule } from '../../risk/detection/index.ts'
import { fraudNetworkModule } from '../../risk/fraud-network/index.ts'
import { listsModule } from '../../risk/lists/index.ts'
import { scorecardModule } from '../../risk/scorecard/index.ts'
import { ageModule } from '../../services/age/index.ts'
import { amlModule, dispositionsModule, screeningModule } from '../../services/aml/index.ts'
import { creditModule } from '../../services/credit/index.ts'
import { creditConsentsModule } from '../../services/credit-consents/index.ts'
import { faceModule } from '../../services/face/index.ts'
import { deskModule, fraudModule, sandboxClockModule } from '../../services/fraud/index.ts'
import { kybModule } from '../../services/kyb/index.ts'
import { kycModule } from '../../services/kyc/index.ts'
import { monitoringModule, monitorsModule } from '../../services/monitoring/index.ts'
import { signInOfAllModule, signInServiceModule } from '../../services/sign-in/index.ts'
import { archivingModule } from '../archiving/index.ts'
import { auditModule } from '../audit/index.ts'
import { auditTransparencyModule } from '../audit-transparency/index.ts'
import { cellsModule, type PlatformOfProcess } from './cells/cells-module.ts'
import { composition } from './composition.ts'
import { filesModule } from './files-route.ts'
import { drainModule, healthModule } from './health-routes.ts'
import { maintenanceModule } from './maintenance.ts'
import { metricsModule } from './metrics.ts'
import { registerOutboxModule } from './register-outbox.ts'
import { replicaModule } from './replica.ts'
import { sandboxPagesModule } from './sandbox-pages/sandbox-routes.ts'
import { serversModule } from './servers.ts'

/** The modules of the server, in the order in which they are opened. They stop in the reverse order. */
export const serverModules = composition<PlatformOfProcess>()
  .use(auditModule)
  .use(detectionModule)
  .use(registerModule)
  .use(sandboxDataModule)
  .use(listsModule)
  .use(organizationsModule)
  .use(httpModule)
  .use(auditTransparencyModule)
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
  .use(receiptsModule)
  .use(queueModule)
  .use(callsModule)
  .use(dispositionsModule)
  .use(creditConsentsModule)
  .use(testClockModule)
  .use(webhooksModule)
  .use(invoicingModule)
  .use(monitoringModule)
  .use(sandboxClockModule)
  .use(jobsModule)
  .use(largeRequestsModule)
  .use(gatewayModule)
  .use(citizenDevicesModule)
  .use(signInServiceModule)
  .use(cellsModule)
  .use(paymentCallbacksModule)
  .use(signInOfAllModule)
  .use(signedApiModule)
  .use(accessesModule)
  .use(notifierModule)
  .use(citizenModule)
  .use(conformanceModule)
  .use(consoleModule)
  .use(operatorsDeskModule)
  .use(signInSurfaceModule)
  .use(filesModule)
  .use(archivingModule)
  .use(registerOutboxModule)
  .use(replicaModule)
  .use(healthModule)
  .use(sandboxPagesModule)
  .use(serversModule)
  .use(metricsModule)
  .use(maintenanceModule)
  .use(drainModule)
export type ServerConfig = Parameters<typeof serverModules.open>[1]
