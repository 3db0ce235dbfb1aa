import { type EnvironmentVariables, readSettings, type ValuesOf } from '../core/index.ts'
import { installationSettings } from '../platform/index.ts'
import { type ServerConfig, serverModules } from './compose.ts'

/** Every setting: those of the installation, and those of each module. */
export const allSettings = { ...installationSettings, ...serverModules.settings }

export type Config = ValuesOf<typeof installationSettings> & ServerConfig

/** Throws an OperatorError that names the variable and its allowed values. */
export const readConfig = (environment: EnvironmentVariables): Config =>
  readSettings(allSettings, environment) as Config
