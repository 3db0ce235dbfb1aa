import { accessSettings } from '../accesses/settings.ts'
import { billingSettings } from '../billing/settings.ts'
import { callsSettings } from '../calls/settings.ts'
import { citizenSettings } from '../citizen/settings.ts'
import { consentsSettings } from '../consents/settings.ts'
import { type EnvironmentVariables, givenEnvironment, readSettings, type ValuesOf } from '../core/index.ts'
import { detectionSettings } from '../detection/settings.ts'
import { httpSettings } from '../http/settings.ts'
import { invoicingSettings } from '../invoicing/settings.ts'
import { listsSettings } from '../lists/settings.ts'
import { notifierSettings } from '../notifier/settings.ts'
import { organizationsSettings } from '../organizations/settings.ts'
import { installationSettings } from '../platform/index.ts'
import { registerSettings } from '../register/settings.ts'
import { creditSettings } from '../services/credit/settings.ts'
import { faceSettings } from '../services/face/settings.ts'
import { deskSettings, fraudSettings } from '../services/fraud/settings.ts'
import { signInSettings } from '../services/sign-in/settings.ts'
import { smsSettings } from '../sms/settings.ts'
import { webhooksSettings } from '../webhooks/settings.ts'
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
  ...metricsSettings,
  ...drainSettings,
}

export type Config = ValuesOf<typeof installationSettings> & ServerConfig

/** Variables of commands, and of the tests and benchmarks of this project. A process of the server ignores them. */
const otherVariables = [
  ...['NANI_OPERATOR', 'NANI_NEW_MASTER_KEY', 'NANI_NEW_MASTER_KEY_FILE', 'NANI_PROFILE'],
  ...['NANI_CHROMIUM', 'NANI_CRASH_SEED', 'NANI_CRASH_KILLS', 'NANI_DESK_KILLS', 'NANI_BENCH_DATA'],
]

/** Throws an OperatorError that names the variable and its allowed values. */
export const readConfig = (environment: EnvironmentVariables): Config =>
  readSettings(allSettings, givenEnvironment(environment, allSettings, otherVariables)) as Config
