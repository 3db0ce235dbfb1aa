import type { Channel } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule } from '@nani/foundation/platform/index.ts'
import { Registry } from 'prom-client'
import {
  auditOutcome,
  type CallsDependencies,
  callsModule,
  jobsModule,
  queueModule,
} from '../../../calls/calls/index.ts'
import { commitModule } from '../../../calls/commit/index.ts'
import { outboxModule } from '../../../calls/outbox/index.ts'
import { webhooksModule } from '../../../calls/webhooks/index.ts'
import { accessesModule } from '../../../citizens/accesses/index.ts'
import type { CitizenDevices } from '../../../citizens/citizen-devices/index.ts'
import { type AskedConsent, consentsModule } from '../../../citizens/consents/index.ts'
import type { AllDatabases } from '../../../gateway/acts/index.ts'
import { gatewayModule, type OpenLargeBody, type Pipeline } from '../../../gateway/gateway/index.ts'
import type { CellAnswers } from '../../../gateway/signed-api/index.ts'
import { billingOfCellModule } from '../../../money/billing/index.ts'
import { invoicingOfCellModule } from '../../../money/invoicing/index.ts'
import { conformanceModule } from '../../../organizations/conformance/index.ts'
import { openDirectory } from '../../../organizations/organizations/index.ts'
import { testClockModule } from '../../../organizations/test-clock/index.ts'
import type { Register } from '../../../register/register/index.ts'
import { type Detection, detectionModule } from '../../../risk/detection/index.ts'
import type { Scorecards } from '../../../risk/scorecard/index.ts'
import { ageModule } from '../../../services/age/index.ts'
import { amlModule, dispositionsModule, type OpenScreening } from '../../../services/aml/index.ts'
import { creditModule } from '../../../services/credit/index.ts'
import { creditConsentsModule } from '../../../services/credit-consents/index.ts'
import { faceOfCellModule, type OpenFaces } from '../../../services/face/index.ts'
import { deskOfCellModule, fraudModule, sandboxClockModule } from '../../../services/fraud/index.ts'
import { kybModule } from '../../../services/kyb/index.ts'
import { kycModule } from '../../../services/kyc/index.ts'
import { monitoringModule, monitorsModule } from '../../../services/monitoring/index.ts'
import {
  type FacesOfApprovals,
  type SharedSignIns,
  signInOfCellModule,
} from '../../../services/sign-in/index.ts'
import { archivingModule } from '../../archiving/index.ts'
import { type AuditLog, auditModule } from '../../audit/index.ts'
import { auditTransparencyOfCellModule, type CellLogPools } from '../../audit-transparency/index.ts'
import { forgetMoves, type PlatformOfCell } from '../../cells/index.ts'
import { type Contributed, composition } from '../composition.ts'
import { maintain } from '../maintenance.ts'
import { actsInCellModule } from './acts-in-cell-module.ts'
import { maintenanceOfCell } from './cell-maintenance.ts'
import { closedOrganizationsModule } from './closed-organizations-module.ts'

/** What the cells of a process share with home: the server, the register, the index of the lists and the keys of receipts. */
export type SharedWithCells = {
  http: Http
  register: Register
  registerOfCalls: Register
  screening: OpenScreening
  issueReceipt: CallsDependencies['issueReceipt']
  openLargeBody: OpenLargeBody
  scorecards: Scorecards
  faces: OpenFaces | null
  /** Counts for `/metrics` what is detected in all databases. */
  detection: Detection
  /** For what counts in all of them together. */
  allDatabases: AllDatabases
  /** What the port of the transparency log reads. */
  cellLogs: CellLogPools
  citizenDevices: CitizenDevices
  citizenFaces: FacesOfApprovals
  sharedSignIns: SharedSignIns
  /** New requests that wait for their citizen, of all databases. */
  consentAsked: Channel<AskedConsent>
}

const directoryModule = defineModule({
  name: 'directory',
  async open(needs: PlatformOfCell) {
    const { directory, applicationChanges, stop } = await openDirectory(needs)
    return { provides: { directory, applicationChanges }, retention: [forgetMoves], stop }
  },
})

/** Changes of the fraud network are announced by home. */
const monitoringOfCellModule = defineModule({
  name: monitoringModule.name,
  open: (needs: Parameters<typeof monitoringModule.open>[0] & PlatformOfCell) =>
    monitoringModule.open({ ...needs, connectionString: needs.homeConnectionString }, {}),
})

/** The fraud network is renewed from the cases of home. */
const fraudOfCellModule = defineModule({
  name: fraudModule.name,
  settings: fraudModule.settings,
  async open(...given: Parameters<typeof fraudModule.open>) {
    const { hourly: _, ...opened } = await fraudModule.open(...given)
    return opened
  },
})

type OfCell = PlatformOfCell &
  Omit<SharedWithCells, 'detection' | 'cellLogs' | 'consentAsked'> & {
    homeDetection: Detection
    cellName: string
  }

type Answering = PlatformOfCell & { pipeline: Pipeline; audit: AuditLog; contributed: Contributed }

/** The answers of the cell, and its retention. It is the last module, so that it reads what all contributed. */
const answersModule = defineModule({
  name: 'answers',
  open({ pipeline, audit, contributed, ...platform }: Answering) {
    const answers: CellAnswers = {
      ...{ pipeline, endpoints: contributed.endpoints },
      record: (exchange) => auditOutcome(exchange, audit),
    }
    const gauges = new Registry()
    for (const register of contributed.metrics) register(gauges)
    let maintenance: { stop(): void } | null = null
    return {
      provides: { answers, gauges },
      start() {
        maintenance = maintain(maintenanceOfCell(platform, contributed))
      },
      stop: () => maintenance?.stop(),
    }
  },
})

/** The modules that serve the calls of a cell and the acts on its applications, with its database in place of home. */
export const cellModules = composition<OfCell>()
  .use(actsInCellModule)
  .use(auditModule)
  .use(detectionModule)
  .use(auditTransparencyOfCellModule)
  .use(directoryModule)
  .use(kycModule)
  .use(ageModule)
  .use(kybModule)
  .use(faceOfCellModule)
  .use(fraudOfCellModule)
  .use(deskOfCellModule)
  .use(monitorsModule)
  .use(amlModule)
  .use(billingOfCellModule)
  .use(outboxModule)
  .use(commitModule)
  .use(consentsModule)
  .use(creditModule)
  .use(queueModule)
  .use(callsModule)
  .use(dispositionsModule)
  .use(creditConsentsModule)
  .use(signInOfCellModule)
  .use(accessesModule)
  .use(testClockModule)
  .use(webhooksModule)
  .use(monitoringOfCellModule)
  .use(sandboxClockModule)
  .use(jobsModule)
  .use(conformanceModule)
  .use(invoicingOfCellModule)
  .use(archivingModule)
  .use(closedOrganizationsModule)
  .use(gatewayModule)
  .use(answersModule)

export type CellConfig = Parameters<typeof cellModules.open>[1]
/** What the modules of an open cell provide. */
export type CellContext = Awaited<ReturnType<typeof cellModules.open>>['context']
