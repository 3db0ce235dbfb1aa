import { columns, labelled, printable, printJson, type Terminal } from '@nani/cli'
import type { AmlDisposition, HitDisposition } from '@nani/contract'
import { amlDispositionRequest } from '@nani/contract'
import { isForCallers, Refusal } from '@nani/foundation/core/index.ts'
import { checkShape } from '@nani/server/calls/calls/index.ts'
import { findDemoApplication, showApplication } from '@nani/server/organizations/organizations/index.ts'
import {
  dispositionOf,
  findHit,
  listDispositions,
  monitorSecrets,
  type PlacedHit,
  setDisposition,
} from '@nani/server/services/aml/index.ts'
import { listMonitors, stopMonitorOf } from '@nani/server/services/monitoring/index.ts'
import { auditReading } from './audit-reading.ts'
import { type Installation, withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'

export type MonitorOptions = { json?: boolean; application?: string; as?: string }

type Of = { applicationId: string; environment: 'sandbox' | 'production'; installation: Installation }

const ofApplication = <Answer>(
  options: MonitorOptions,
  terminal: Terminal,
  use: (of: Of) => Promise<Answer>,
): Promise<Answer> =>
  withInstallation(terminal, async (installation) => {
    const demo = options.application ? null : await findDemoApplication('sandbox', installation)
    const applicationId = options.application ?? demo?.application_id
    if (!applicationId)
      throw new Refusal('application_not_named', 'This installation has no demo application.')
    const { environment } = await showApplication(
      operatorOf(options, terminal),
      { application_id: applicationId },
      installation,
    )
    return use({ applicationId, environment, installation })
  })

const print = (value: unknown, text: string, options: MonitorOptions, terminal: Terminal) => {
  if (options.json) printJson(terminal, value)
  else terminal.out(text)
}

const maxListed = 1_000
const minute = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
const table = (rows: string[][], none: string) =>
  rows.length > 0 ? `${columns(rows, '  ')}\n` : `  ${none}\n`

/** `nani monitors list`. */
export const list = async (options: MonitorOptions & { limit: number }, terminal: Terminal) => {
  const monitors = await ofApplication(options, terminal, ({ applicationId, installation }) =>
    listMonitors(
      applicationId,
      { pool: installation.pool, secrets: monitorSecrets(installation) },
      { limit: Math.min(options.limit, maxListed) },
    ),
  )
  const rows = monitors.map(({ monitor_id, reference, created_at, screened_at, stopped_at }) => [
    monitor_id,
    printable(reference ?? '–'),
    `since ${minute(created_at)}`,
    stopped_at ? `stopped ${minute(stopped_at)}` : `last screened ${minute(screened_at)}`,
  ])
  print({ data: monitors }, table(rows, 'There are no monitors.'), options, terminal)
}

/** `nani monitors stop MONITOR`. */
export const stop = async (monitorId: string, options: MonitorOptions, terminal: Terminal) => {
  await ofApplication(options, terminal, ({ applicationId, installation }) =>
    stopMonitorOf(
      operatorOf(options, terminal),
      { application_id: applicationId, monitor_id: monitorId },
      installation,
    ),
  )
  print(
    { monitor_id: monitorId, stopped: true },
    `  ${printable(monitorId)} is stopped.\n`,
    options,
    terminal,
  )
}

/** `nani dispositions list`. */
export const listDecisions = async (options: MonitorOptions & { limit: number }, terminal: Terminal) => {
  const decisions = await ofApplication(options, terminal, ({ applicationId, installation }) =>
    listDispositions(installation.pool, applicationId, Math.min(options.limit, maxListed)),
  )
  const rows = decisions.map(({ disposition, screening_id, position, decided_at }) => [
    minute(decided_at),
    disposition,
    screening_id,
    `hit ${position}`,
  ])
  print({ data: decisions }, table(rows, 'There are no decisions.'), options, terminal)
}

type HitReading = { command: string; screeningId: string; position: string; options: MonitorOptions }

const withHit = <Answer>(
  { command, screeningId, position, options }: HitReading,
  terminal: Terminal,
  use: (hit: PlacedHit, installation: Installation) => Promise<Answer>,
): Promise<Answer> =>
  ofApplication(options, terminal, async ({ installation, ...application }) => {
    const { pool, clock, vaultFor } = installation
    // An operator reads a screening for as long as it is stored.
    const hit = await findHit(
      { screeningId, position },
      { ...application, clockAheadMs: 0 },
      {
        pool,
        clock,
        resultsVault: vaultFor('results'),
      },
    ).catch((error) => {
      if (!isForCallers(error)) throw error
      throw new Refusal('hit_not_found', 'The application has no such hit.')
    })
    const { applicationId } = application
    await auditReading(installation, { applicationId, command, resultId: screeningId })
    return use(hit, installation)
  })

const text = ({ disposition, reason, officer, decided_at, screening_id, position }: AmlDisposition) =>
  `${labelled([
    ['Disposition', [disposition]],
    ['Reason', [printable(reason)]],
    ['Officer', officer === null ? [] : [printable(officer)]],
    ['Decided', [decided_at]],
    ['On', [`${screening_id}, hit ${position}`]],
  ])}\n`

/** `nani dispositions show SCREENING POSITION`. */
export const show = async (
  screening: string,
  position: string,
  options: MonitorOptions,
  terminal: Terminal,
) => {
  const decision = await withHit(
    { command: 'dispositions show', screeningId: screening, position, options },
    terminal,
    (hit, installation) => dispositionOf(installation.pool, hit, { secrets: monitorSecrets(installation) }),
  )
  if (!decision) throw new Refusal('disposition_not_found', 'There is no decision about this hit.')
  print(decision, text(decision), options, terminal)
}

/** `nani dispositions set SCREENING POSITION DISPOSITION`. */
export const decide = async (
  { screening, position, disposition }: { screening: string; position: string; disposition: HitDisposition },
  options: MonitorOptions & { reason: string; officer?: string },
  terminal: Terminal,
) => {
  const { reason, officer } = options
  const request = { disposition, reason, ...(officer !== undefined && { officer }) }
  try {
    checkShape(amlDispositionRequest, request)
  } catch (error) {
    if (!isForCallers(error)) throw error
    throw new Refusal('value_invalid', `The ${error.context.field} ${error.context.reason}.`)
  }
  const decision = await withHit(
    { command: 'dispositions set', screeningId: screening, position, options },
    terminal,
    (hit, installation) =>
      setDisposition(
        operatorOf(options, terminal),
        { hit, request },
        { ...installation, secrets: monitorSecrets(installation) },
      ),
  )
  print(decision, text(decision), options, terminal)
}
