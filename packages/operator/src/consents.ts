import { columns, labelled, printable, printJson, type Terminal } from '@nani/cli'
import type { CreditConsentStatus, Environment } from '@nani/contract'
import {
  approveConsent,
  type ConsentAct,
  consentDependencies,
  type DecidedConsent,
  declineConsent,
  listConsents,
  revokeConsent,
  type ShownConsent,
  showConsent,
} from '@nani/server/citizens/consents/index.ts'
import { auditReading } from './audit-reading.ts'
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
        ...(application !== undefined && { applicationId: application }),
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
  const shown = await withInstallation(terminal, async (installation) => {
    const found = await showConsent(operatorOf(options, terminal), id, consentDependencies(installation))
    await auditReading(installation, {
      applicationId: found.application_id,
      command: 'consents show',
      resultId: found.id,
      service: 'credit_scoring',
    })
    return found
  })
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

const perform = async (
  consentAct: ConsentAct,
  { id, ...options }: Options & { id: string; reason?: string },
  terminal: Terminal,
): Promise<void> => {
  const { reason } = options
  const decided = await withInstallation(terminal, (installation) =>
    consentAct(
      operatorOf(options, terminal),
      { id, ...(reason !== undefined && { reason }) },
      consentDependencies(installation),
    ),
  )
  print(decided, statusText(decided), options, terminal)
}

const statusText = ({ id, status }: DecidedConsent): string => `  ${id} is ${status}.\n`

/** `nani consents revoke ID --reason R`. */
export const revoke = (id: string, options: Options & { reason: string }, terminal: Terminal) =>
  perform(revokeConsent, { ...options, id }, terminal)

/** `nani consents approve ID`. */
export const approve = (id: string, options: Options, terminal: Terminal) =>
  perform(approveConsent, { ...options, id }, terminal)

/** `nani consents decline ID`. */
export const decline = (id: string, options: Options, terminal: Terminal) =>
  perform(declineConsent, { ...options, id }, terminal)
