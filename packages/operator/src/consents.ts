import { columns, labelled, printable, printJson, type Terminal } from '@nani/cli'
import type { CreditConsentStatus, Environment } from '@nani/contract'
import {
  approveConsent,
  type ConsentDependencies,
  consentDependencies,
  type DecidedConsent,
  declineConsent,
  listConsents,
  revokeConsent,
  type ShownConsent,
  showConsent,
} from '@nani/server/citizens/consents/index.ts'
import type { Act } from '@nani/server/gateway/acts/index.ts'
import { withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'

type Options = { json?: boolean; as?: string }
type ListOptions = Options & {
  application?: string
  environment?: Environment
  status?: CreditConsentStatus
  limit: number
}

const print = (value: unknown, text: string, { json }: Options, terminal: Terminal): void => {
  if (json) printJson(terminal, value)
  else terminal.out(text)
}

/** `nani consents list`. */
export const list = async (options: ListOptions, terminal: Terminal): Promise<void> => {
  const { application, environment, status, limit } = options
  const data = await withInstallation(terminal, (installation) =>
    listConsents(
      operatorOf(options, terminal),
      {
        ...(application !== undefined && { application_id: application }),
        ...(environment && { environment }),
        ...(status && { status }),
        limit,
      },
      consentDependencies(installation),
    ),
  )
  const rows = data.map((one) => [
    one.id,
    one.status,
    one.environment,
    printable(one.application),
    one.product ?? 'every product',
    `since ${one.changed_at}`,
  ])
  const text = rows.length > 0 ? `${columns(rows, '  ')}\n` : '  There are no consents.\n'
  print({ data }, text, options, terminal)
}

/** `nani consents show ID`. */
export const show = async (id: string, options: Options, terminal: Terminal): Promise<void> => {
  const shown = await withInstallation(terminal, (installation) =>
    showConsent(operatorOf(options, terminal), { id }, consentDependencies(installation)),
  )
  print(shown, detailsText(shown), options, terminal)
}

const detailsText = (shown: ShownConsent): string => {
  const { amount_requested: amount, revocation_reason: reason } = shown
  return `${labelled([
    ['Id', [shown.id]],
    ['Status', [`${shown.status} since ${shown.changed_at}`]],
    ['Citizen', [shown.svc_id]],
    ['Application', [`${shown.application_id} (${shown.environment})`]],
    ['Product', ['product' in shown ? shown.product : 'every product']],
    ['Amount', amount ? [`${amount.value} ${amount.currency}`] : []],
    ['Reason', reason === null ? [] : [printable(reason)]],
    ['Uses', [String(shown.uses)]],
  ])}\n`
}

const perform = async <Input extends { id: string }>(
  consentAct: Act<Input, ConsentDependencies, DecidedConsent>,
  input: Input,
  options: Options,
  terminal: Terminal,
): Promise<void> => {
  const decided = await withInstallation(terminal, (installation) =>
    consentAct(operatorOf(options, terminal), input, consentDependencies(installation)),
  )
  print(decided, statusText(decided), options, terminal)
}

const statusText = ({ id, status }: DecidedConsent): string => `  ${id} is ${status}.\n`

/** `nani consents revoke ID --reason R`. */
export const revoke = (id: string, options: Options & { reason: string }, terminal: Terminal) =>
  perform(revokeConsent, { id, reason: options.reason }, options, terminal)

/** `nani consents approve ID`. */
export const approve = (id: string, options: Options, terminal: Terminal) =>
  perform(approveConsent, { id }, options, terminal)

/** `nani consents decline ID`. */
export const decline = (id: string, options: Options, terminal: Terminal) =>
  perform(declineConsent, { id }, options, terminal)
