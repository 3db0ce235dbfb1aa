import {
  type EnvironmentVariables,
  givenEnvironment,
  readSettings,
  type ValuesOf,
} from '@nani/foundation/core/index.ts'
import { httpSettings } from '@nani/foundation/http/settings.ts'
import { installationSettings } from '@nani/foundation/platform/index.ts'
import { callsSettings } from '../../calls/calls/settings.ts'
import { webhooksSettings } from '../../calls/webhooks/settings.ts'
import { accessSettings } from '../../citizens/accesses/settings.ts'
import { citizenSettings } from '../../citizens/citizen/settings.ts'
import { consentsSettings } from '../../citizens/consents/settings.ts'
import { notifierSettings } from '../../citizens/notifier/settings.ts'
import { smsSettings } from '../../citizens/sms/settings.ts'
import { operatorsDeskSettings } from '../../desk/desk-surface/settings.ts'
import { billingSettings } from '../../money/billing/settings.ts'
import { invoicingSettings } from '../../money/invoicing/settings.ts'
import { consoleSettings } from '../../organizations/console/settings.ts'
import { mailSettings } from '../../organizations/mail/settings.ts'
import { organizationsSettings } from '../../organizations/organizations/settings.ts'
import { registerSettings } from '../../register/register/settings.ts'
import { detectionSettings } from '../../risk/detection/settings.ts'
import { listsSettings } from '../../risk/lists/settings.ts'
import { creditSettings } from '../../services/credit/settings.ts'
import { faceSettings } from '../../services/face/settings.ts'
import { deskSettings, fraudSettings } from '../../services/fraud/settings.ts'
import { signInSettings } from '../../services/sign-in/settings.ts'
import { auditLogSettings } from '../audit-transparency/settings.ts'
import { cellsSettings, cellVariables } from '../cells/settings.ts'
import type { ServerConfig } from './compose.ts'
import { drainSettings, metricsSettings } from './process-settings.ts'

/**
 * Every setting: those of the installation, and those of each module. The modules themselves are not imported here, so
 * that a command of an operator reads its settings without loading the server.
 */
export const allSettings = {
  ...installationSettings,
  ...httpSettings,
  ...organizationsSettings,
  ...detectionSettings,
  ...registerSettings,
  ...billingSettings,
  ...invoicingSettings,
  ...listsSettings,
  ...faceSettings,
  ...fraudSettings,
  ...deskSettings,
  ...consentsSettings,
  ...callsSettings,
  ...webhooksSettings,
  ...creditSettings,
  ...signInSettings,
  ...smsSettings,
  ...accessSettings,
  ...notifierSettings,
  ...citizenSettings,
  ...mailSettings,
  ...auditLogSettings,
  ...cellsSettings,
  ...consoleSettings,
  ...operatorsDeskSettings,
  ...metricsSettings,
  ...drainSettings,
}

export type Config = ValuesOf<typeof installationSettings> & ServerConfig

/** Variables of commands, and of the tests and benchmarks of this project. A process of the server ignores them. */
const otherVariables = [
  ...['NANI_OPERATOR', 'NANI_NEW_MASTER_KEY', 'NANI_NEW_MASTER_KEY_FILE', 'NANI_PROFILE'],
  ...cellVariables.flatMap((name) => [name, `${name}_FILE`]),
  ...['NANI_CHROMIUM', 'NANI_CRASH_SEED', 'NANI_CRASH_KILLS', 'NANI_DESK_KILLS', 'NANI_BENCH_DATA'],
]

/** Throws a Refusal that names the variable and its allowed values. */
export const readConfig = (environment: EnvironmentVariables): Config =>
  readSettings(allSettings, givenEnvironment(environment, allSettings, otherVariables)) as Config
