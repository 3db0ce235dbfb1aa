import {
  type ApplicationSummary,
  createApplication,
  type IssuedCredentials,
  listApplications,
  rotateKeys,
  showApplication,
  updateApplication,
} from '@nani/server/organizations/index.ts'
import { printJson, type Terminal } from '../terminal.ts'
import { applicationList, applicationText, credentialsText } from './application-text.ts'
import { baseUrlOf, type Installation, withInstallation } from './installation.ts'

export type OperatorOptions = { json?: boolean }

/** As commander reads the flags of `create` and `update`; they are judged by the server's own rules. */
export type SettingsOptions = OperatorOptions & {
  name?: string
  environment?: string
  services?: string[]
  scopes?: string[]
  purposes?: string[]
  allowIp?: string[]
  burst?: number
  quota?: string[]
  batchQuota?: number | 'none'
  approved?: boolean
}

// The shape of demo-credentials.json, so that the output is a credentials file as it stands.
const withAddress = async (issued: IssuedCredentials, installation: Installation) => {
  const { environment } = await showApplication(issued.application_id, installation)
  return { base_url: baseUrlOf(installation.config, environment), ...issued }
}

const toInput = ({ batchQuota, ...options }: SettingsOptions) => ({
  ...options,
  batchQuota: batchQuota === 'none' ? null : batchQuota,
})

const printCredentials = async (
  terminal: Terminal,
  options: OperatorOptions,
  issue: (installation: Installation) => Promise<IssuedCredentials>,
) => {
  const credentials = await withInstallation(terminal, async (installation) =>
    withAddress(await issue(installation), installation),
  )
  if (options.json) printJson(terminal, credentials)
  else terminal.out(credentialsText(credentials))
}

const printApplication = (terminal: Terminal, options: OperatorOptions, application: ApplicationSummary) => {
  if (options.json) printJson(terminal, application)
  else terminal.out(applicationText(application, terminal))
}

/** `nani applications create`. */
export const create = (options: SettingsOptions, terminal: Terminal): Promise<void> =>
  printCredentials(terminal, options, (installation) => createApplication(toInput(options), installation))

/** `nani applications rotate-keys ID`. */
export const rotate = (id: string, options: OperatorOptions, terminal: Terminal): Promise<void> =>
  printCredentials(terminal, options, (installation) => rotateKeys(id, installation))

/** `nani applications update ID`. */
export const update = async (id: string, options: SettingsOptions, terminal: Terminal): Promise<void> =>
  printApplication(
    terminal,
    options,
    await withInstallation(terminal, (installation) => updateApplication(id, toInput(options), installation)),
  )

/** `nani applications show ID`. */
export const show = async (id: string, options: OperatorOptions, terminal: Terminal): Promise<void> =>
  printApplication(
    terminal,
    options,
    await withInstallation(terminal, (installation) => showApplication(id, installation)),
  )

/** `nani applications list`. */
export const list = async (options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const applications = await withInstallation(terminal, listApplications)
  if (options.json) printJson(terminal, applications)
  else terminal.out(applicationList(applications, terminal))
}
