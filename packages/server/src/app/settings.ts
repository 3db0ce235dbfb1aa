import { accessSettings } from '../accesses/settings.ts'
import { billingSettings } from '../billing/settings.ts'
import { callsSettings } from '../calls/settings.ts'
import { citizenSettings } from '../citizen/settings.ts'
import { consentsSettings } from '../consents/settings.ts'
import { consoleSettings } from '../console/settings.ts'
import { type EnvironmentVariables, readSettings, type ValuesOf } from '../core/index.ts'
import { detectionSettings } from '../detection/settings.ts'
import { httpSettings } from '../http/settings.ts'
import { invoicingSettings } from '../invoicing/settings.ts'
import { listsSettings } from '../lists/settings.ts'
import { mailSettings } from '../mail/settings.ts'
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
  ...mailSettings,
  ...consoleSettings,
  ...metricsSettings,
  ...drainSettings,
}

export type Config = ValuesOf<typeof installationSettings> & ServerConfig

/** Throws an OperatorError that names the variable and its allowed values. */
export const readConfig = (environment: EnvironmentVariables): Config =>
  readSettings(allSettings, environment) as Config
