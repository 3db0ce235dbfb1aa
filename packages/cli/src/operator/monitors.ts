import type { AmlDisposition, HitDisposition } from '@nani/contract'
import { amlDispositionRequest } from '@nani/contract'
import { Refusal } from '@nani/server/core/index.ts'
import { checkShape } from '@nani/server/delivery/index.ts'
import { monitorSecrets } from '@nani/server/open-screening.ts'
import { findDemoApplication, showApplication } from '@nani/server/organizations/index.ts'
import {
  decideHit,
  dispositionOf,
  findHit,
  listDispositions,
  listMonitors,
  type PlacedHit,
  stopMonitor,
} from '@nani/server/services/aml/index.ts'
import { Failure } from '../failure.ts'
import { columns, labelled } from '../rows.ts'
import { printable, printJson, type Terminal } from '../terminal.ts'
import { auditReading } from './audit-reading.ts'
import { type Installation, withInstallation } from './installation.ts'

export type MonitorOptions = { json?: boolean; application?: string }

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
      throw new Failure('This installation has no demo application.', 'Name one: --application app_…')
    const { environment } = await showApplication(applicationId, installation)
    return use({ applicationId, environment, installation })
  })

const print = (value: unknown, text: string, options: MonitorOptions, terminal: Terminal) => {
  if (options.json) printJson(terminal, value)
  else terminal.out(text)
}

const mostListed = 1_000
const minute = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
const table = (rows: string[][], none: string) =>
  rows.length > 0 ? `${columns(rows, '  ')}\n` : `  ${none}\n`

/** `nani monitors list`. */
export const list = async (options: MonitorOptions & { limit: number }, terminal: Terminal) => {
  const monitors = await ofApplication(options, terminal, ({ applicationId, installation }) =>
    listMonitors(
      applicationId,
      { pool: installation.pool, secrets: monitorSecrets(installation) },
      { limit: Math.min(options.limit, mostListed) },
    ),
  )
  const rows = monitors.map(({ monitor_id, reference, created_at, screened_at, stopped_at }) => [
    monitor_id,
    printable(reference ?? '–'),
    `since ${minute(created_at)}`,
    stopped_at ? `stopped ${minute(stopped_at)}` : `last screened ${minute(screened_at)}`,
  ])
  print({ data: monitors }, table(rows, 'Nobody is monitored.'), options, terminal)
}

/** `nani monitors stop MONITOR`. */
export const stop = async (monitorId: string, options: MonitorOptions, terminal: Terminal) => {
  const stopped = await ofApplication(options, terminal, ({ applicationId, installation }) =>
    stopMonitor(applicationId, monitorId, installation),
  )
  if (!stopped)
    throw new Failure(`The application has no running monitor ${printable(monitorId)}.`, 'nani monitors list')
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
    listDispositions(installation.pool, applicationId, Math.min(options.limit, mostListed)),
  )
  const rows = decisions.map(({ disposition, screening_id, position, decided_at }) => [
    minute(decided_at),
    disposition,
    screening_id,
    `hit ${position}`,
  ])
  print({ data: decisions }, table(rows, 'Nothing has been decided.'), options, terminal)
}

const withHit = <Answer>(
  command: string,
  [screeningId, position]: readonly [string, string],
  options: MonitorOptions,
  terminal: Terminal,
  use: (hit: PlacedHit, installation: Installation) => Promise<Answer>,
): Promise<Answer> =>
  ofApplication(options, terminal, async ({ installation, ...application }) => {
    const { pool, clock, vaultFor } = installation
    const hit = await findHit({ screeningId, position }, application, {
      pool,
      clock,
      resultsVault: vaultFor('results'),
      // Nothing of it is shown that could be a file or an address.
      deliverFiles: async (value) => value,
      baseUrl: () => '',
    }).catch((error) => {
      if (!(error instanceof Refusal)) throw error
      throw new Failure(
        'The application has no such hit.',
        'A screening is kept for 30 days; its hits count from 0.',
      )
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
    'dispositions show',
    [screening, position],
    options,
    terminal,
    (hit, installation) => dispositionOf(installation.pool, hit, { secrets: monitorSecrets(installation) }),
  )
  if (!decision) throw new Failure('Nothing has been decided about this hit.', '')
  print(decision, text(decision), options, terminal)
}

/** `nani dispositions set SCREENING POSITION DISPOSITION`. */
export const decide = async (
  screening: string,
  position: string,
  disposition: HitDisposition,
  options: MonitorOptions & { reason: string; officer?: string },
  terminal: Terminal,
) => {
  const { reason, officer } = options
  const request = { disposition, reason, ...(officer !== undefined && { officer }) }
  try {
    checkShape(amlDispositionRequest, request)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Failure(`The ${error.context.field} ${error.context.reason}.`, '')
  }
  const decision = await withHit(
    'dispositions set',
    [screening, position],
    options,
    terminal,
    (hit, installation) =>
      decideHit(installation.pool, hit, request, { ...installation, secrets: monitorSecrets(installation) }),
  )
  print(decision, text(decision), options, terminal)
}
