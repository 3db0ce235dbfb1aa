import type { Terminal } from '@nani/cli'
import { expect, test } from 'vitest'
import type { OpenCall } from '../command-area.ts'
import { type Checked, checkedText, reportFaults } from './audit-log.ts'

const checked: Checked = {
  entries: 3,
  waiting: 0,
  findings: 0,
  found: [],
  logs: [],
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

test('a finding makes the command fail after the report', () => {
  expect(() => report({ ...checked, findings: 1 })).toThrow('1 findings contradict the transparency log.')
})
