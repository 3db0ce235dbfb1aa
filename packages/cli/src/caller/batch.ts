import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Batch, BatchItem, Nani } from '@nani/sdk'
import { columns, labelled } from '../aligned-columns.ts'
import { Failure } from '../failure.ts'
import { paint, printable, printJson, type Terminal, type Tone } from '../terminal.ts'
import { resultLine, resultsHead } from './batch-file/results-csv.ts'
import { type CallerOptions, withClient } from './credentials.ts'

const tones: Record<string, Tone> = { completed: 'good', pending: 'middling', completed_with_errors: 'bad' }

/** The text form of a batch. */
export const batchText = (batch: Batch, terminal: Pick<Terminal, 'color'>): string => {
  const status = printable(batch.status).replaceAll('_', ' ').toUpperCase()
  const facts = labelled([
    ['Service', [printable(batch.service)]],
    ['Items', [`${batch.processed_items} of ${batch.total_items} processed`]],
    ['', [`${batch.succeeded_items} succeeded, ${batch.failed_items} failed`]],
    ['Created', [printable(batch.created_at)]],
    ['Completed', batch.completed_at ? [printable(batch.completed_at)] : []],
    ['Cancelled', batch.cancelled_at ? [printable(batch.cancelled_at)] : []],
    ['Results', [`nani results ${printable(batch.id)}`]],
  ])
  const head = `${paint(terminal, tones[batch.status] ?? 'strong', status)}  ${paint(terminal, 'strong', printable(batch.id))}`
  return `${head}\n\n${facts}\n`
}

/** `nani batch ID`. */
export const batch = (
  id: string,
  options: CallerOptions & { wait?: boolean },
  terminal: Terminal,
): Promise<void> =>
  withClient(options, terminal, async (nani) => {
    const found = options.wait ? await nani.batches.wait(id) : await nani.batches.get(id)
    if (options.json) printJson(terminal, found)
    else terminal.out(batchText(found, terminal))
  })

const outcome = (item: BatchItem, terminal: Terminal): string[] => {
  if (item.status === 'failed') {
    return [
      paint(terminal, 'bad', 'failed'),
      `${printable(item.error.code)}: ${printable(item.error.message)}`,
    ]
  }
  const { id, result, risk_level: risk } = item.result
  return [paint(terminal, 'good', printable(result ?? risk ?? 'succeeded')), printable(id)]
}

export type ResultsOptions = { json?: boolean; csv?: boolean; fields?: string[]; out?: string }

type Write = (text: string) => unknown

/** Opens the output before a call is made. Results are data of people: only the owner of a file may read it. */
export const withOutput = async (
  { out }: ResultsOptions,
  terminal: Terminal,
  use: (write: Write) => Promise<void>,
): Promise<void> => {
  if (out === undefined) return use((text) => terminal.out(text))
  const path = resolve(terminal.cwd, out)
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      'invalid_value',
      `${path} cannot be created (${error.code}).`,
      'Name a new file with --out.',
    )
  })
  try {
    await use((text) => file.appendFile(text))
  } finally {
    await file.close()
  }
}

type Shown = ResultsOptions & { terminal: Terminal; write: Write }

/** One line for each item as it arrives, until the batch is finished; with `json`, one document. */
export const writeResults = async (
  nani: Nani,
  id: string,
  { json, csv, fields = [], terminal, write }: Shown,
): Promise<void> => {
  const data: BatchItem[] = []
  if (csv && !json) await write(resultsHead(fields))
  for await (const item of nani.batches.results(id)) {
    if (json) data.push(item)
    else if (csv) await write(resultLine(item, fields))
    else await write(`${columns([[printable(item.reference).padEnd(20), ...outcome(item, terminal)]])}\n`)
  }
  if (json) await write(`${JSON.stringify({ object: 'list', data, next_cursor: null }, null, 2)}\n`)
}

/** `nani results ID`. */
export const results = (
  id: string,
  options: CallerOptions & ResultsOptions,
  terminal: Terminal,
): Promise<void> =>
  withOutput(options, terminal, (write) =>
    withClient(options, terminal, (nani) => writeResults(nani, id, { ...options, terminal, write })),
  )
