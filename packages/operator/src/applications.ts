import { printJson, type Terminal } from '@nani/cli'
import {
  type ApplicationSummary,
  createApplication,
  type IssuedCredentials,
  isDemo,
  listApplications,
  type RotatedKeys,
  readOverlap,
  rotateKeys,
  type SettingsInput,
  showApplication,
  updateApplication,
} from '@nani/server/organizations/organizations/index.ts'
import {
  type ApprovalNeeds,
  createApprovedApplication,
  updateApproval,
} from '@nani/server/organizations/reviews/index.ts'
import { applicationList, applicationText, credentialsText } from './application-text.ts'
import { baseUrlOf, type Installation, withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'

export type OperatorOptions = { json?: boolean; as?: string }

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
  omitLiveness?: boolean
  redirectUri?: string[]
  organization?: string
  reason?: string
}

// The shape of demo-credentials.json, so that the output can be used as a credentials file.
const withAddress = async (
  issued: IssuedCredentials,
  { options, terminal }: { options: OperatorOptions; terminal: Terminal },
  installation: Installation,
) => {
  const { environment } = await showApplication(
    operatorOf(options, terminal),
    { application_id: issued.application_id },
    installation,
  )
  return { base_url: baseUrlOf(installation.config, environment), ...issued }
}

const reasonOf = ({ reason }: SettingsOptions) => (reason === undefined ? {} : { reason })

/** An approval is a review, and its event waits for the dispatcher. */
const approvalNeeds = (installation: Installation): ApprovalNeeds => ({
  ...installation,
  requestsVault: installation.vaultFor('requests'),
  isDemo: () => isDemo(installation),
})

const toInput = ({
  allowIp,
  batchQuota,
  omitLiveness,
  redirectUri,
  json: _json,
  as: _as,
  reason: _reason,
  ...options
}: SettingsOptions): SettingsInput => ({
  ...options,
  ...(allowIp && { allow_ip: allowIp }),
  ...(batchQuota !== undefined && { batch_quota: batchQuota === 'none' ? null : batchQuota }),
  ...(omitLiveness !== undefined && { omit_liveness: omitLiveness }),
  ...(redirectUri && { redirect_uri: redirectUri }),
})

const printCredentials = async (
  terminal: Terminal,
  options: OperatorOptions,
  issue: (installation: Installation) => Promise<IssuedCredentials | RotatedKeys>,
) => {
  const credentials = await withInstallation(terminal, async (installation) =>
    withAddress(await issue(installation), { options, terminal }, installation),
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
  printCredentials(terminal, options, (installation) => {
    const actor = operatorOf(options, terminal)
    const settings = toInput(options)
    return options.approved && options.environment === 'production'
      ? createApprovedApplication(actor, { settings, ...reasonOf(options) }, approvalNeeds(installation))
      : createApplication(actor, settings, installation)
  })

export type RotateOptions = OperatorOptions & { overlap: string }

/** `nani applications rotate-keys ID`. */
export const rotate = async (id: string, options: RotateOptions, terminal: Terminal): Promise<void> => {
  const overlap_seconds = readOverlap(options.overlap)
  await printCredentials(terminal, options, (installation) =>
    rotateKeys(operatorOf(options, terminal), { application_id: id, overlap_seconds }, installation),
  )
}

/** `nani applications update ID`. */
export const update = async (id: string, options: SettingsOptions, terminal: Terminal): Promise<void> =>
  printApplication(
    terminal,
    options,
    await withInstallation(terminal, async (installation) => {
      const actor = operatorOf(options, terminal)
      const input = { application_id: id, settings: toInput(options) }
      const { environment } = await showApplication(actor, { application_id: id }, installation)
      return options.approved === undefined || environment === 'sandbox'
        ? updateApplication(actor, input, installation)
        : updateApproval(actor, { ...input, ...reasonOf(options) }, approvalNeeds(installation))
    }),
  )

/** `nani applications show ID`. */
export const show = async (id: string, options: OperatorOptions, terminal: Terminal): Promise<void> =>
  printApplication(
    terminal,
    options,
    await withInstallation(terminal, (installation) =>
      showApplication(operatorOf(options, terminal), { application_id: id }, installation),
    ),
  )

/** `nani applications list`. */
export const list = async (options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const applications = await withInstallation(terminal, (installation) =>
    listApplications(operatorOf(options, terminal), {}, installation),
  )
  if (options.json) printJson(terminal, applications)
  else terminal.out(applicationList(applications, terminal))
}
