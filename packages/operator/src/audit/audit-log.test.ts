import type { Terminal } from '@nani/cli'
import { expect, test } from 'vitest'
import type { OpenCall } from '../command-line/command-area.ts'
import { type Checked, checkedText, reportFaults } from './audit-log.ts'

const checked: Checked = {
  entries: 3,
  acts: 1,
  waiting: 0,
  findings: 0,
  found: [],
  logs: [],
  moves: [],
  unread_cells: [],
  removed_cells: [],
  logs_without_checkpoint: [],
  unwitnessed_logs: [],
  unreachable_witnesses: ['witness.example'],
  seconds: 0.1,
}

/** The text that the step after the output writes to standard error. */
const report = (of: Checked): string => {
  const written: string[] = []
  const terminal = { err: (text: string) => void written.push(text) } as Partial<Terminal>
  reportFaults(of, { terminal } as OpenCall)
  return written.join('')
}

test('a witness that cannot be reached is named on standard error, so that the report stays one document', () => {
  expect(report(checked)).toBe('The witness witness.example could not be asked.\n')
  expect(checkedText(checked)).not.toContain('witness.example')
  expect(report({ ...checked, unreachable_witnesses: [] })).toBe('')
})

test('a witness that has no checkpoint of a log is named with the log', () => {
  const unwitnessed_logs = [{ witness: 'witness.example', cell: 'north', environment: 'sandbox' } as const]
  expect(report({ ...checked, unreachable_witnesses: [], unwitnessed_logs })).toBe(
    'The witness witness.example has no checkpoint of cell north: sandbox. Start it with the key of this log too.\n',
  )
})

test('a finding names an entry with its application and its day, and an act by its number', () => {
  const place = { environment: 'production', leaf_index: 7, message: 'It is gone.' } as const
  const entry = {
    kind: 'removed',
    entry_id: 'req_1',
    application_id: 'app_1',
    day: '2026-03-01',
    ...place,
  } as const
  const act = { kind: 'removed', entry_id: 'act_12', ...place } as const
  expect(
    checkedText({ ...checked, found: [entry, act] })
      .split('\n')
      .slice(1, 3),
  ).toEqual([
    'removed: production, entry req_1 of app_1 on 2026-03-01, leaf 7. It is gone.',
    'removed: production, act_12, leaf 7. It is gone.',
  ])
})

test('a move to another database is named, and is no finding', () => {
  const move = {
    ...{ act: 'act_7', at: '2026-03-02T08:00:00.000Z', last_step_at: '2026-03-01T20:00:00.000Z' },
    ...{ production: 40, sandbox: 7 },
  }
  expect(checkedText({ ...checked, moves: [move] })).toContain(
    'act_7: at 2026-03-02T08:00:00.000Z the log went on in another database, after 40 leaves of production and 7 of the sandbox. ' +
      'If that was an older copy, entries from 2026-03-01T20:00:00.000Z on are missing.',
  )
  expect(report({ ...checked, moves: [move] })).not.toContain('contradict')
})

test('a finding makes the command fail after the report', () => {
  expect(() => report({ ...checked, findings: 1 })).toThrow('1 findings contradict the transparency log.')
})

test('what belongs to the log of a cell is named with it, and a cell that could not be read makes the command fail', () => {
  const log = {
    cell: 'north',
    environment: 'sandbox',
    size: 3,
    checkpoint_at: '2026-03-01T00:00:00.000Z',
  } as const
  const found = [
    { kind: 'tree_altered', environment: 'sandbox', cell: 'north', message: 'It is altered.' },
  ] as const
  const removed_cells = [{ cell: 'old', act: 'act_9' }]
  const logs_without_checkpoint = ['south']
  const text = checkedText({
    ...{ ...checked, logs: [log], found: [...found], removed_cells, logs_without_checkpoint },
  })
  expect(text).toContain('cell south: no checkpoint yet')
  expect(text).toContain('cell north: sandbox: 3 leaves, checkpoint of 2026-03-01T00:00:00.000Z')
  expect(text).toContain('act_9: the cell old was removed. Its entries are not in this check.')
  expect(text).toContain('tree_altered: cell north: sandbox. It is altered.')
  const unread_cells = [{ cell: 'north', reason: 'It does not answer.' }]
  expect(() => report({ ...checked, unread_cells })).toThrow('could not be read: north (It does not answer.)')
  expect(() => report({ ...checked, unread_cells, findings: 1 })).toThrow('1 findings contradict')
})
