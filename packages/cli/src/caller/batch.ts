import type { Batch, BatchItem } from '@nani/sdk'
import { columns, labelled } from '../aligned-columns.ts'
import { paint, printable, printJson, type Terminal, type Tone } from '../terminal.ts'
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

/** `nani results ID`: one line for each item as it arrives, until the batch is finished. */
export const results = (id: string, options: CallerOptions, terminal: Terminal): Promise<void> =>
  withClient(options, terminal, async (nani) => {
    const data: BatchItem[] = []
    for await (const item of nani.batches.results(id)) {
      if (options.json) data.push(item)
      else terminal.out(`${columns([[printable(item.reference).padEnd(20), ...outcome(item, terminal)]])}\n`)
    }
    if (options.json) printJson(terminal, { object: 'list', data, next_cursor: null })
  })
