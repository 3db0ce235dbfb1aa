import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operatorRefusals } from '@nani/contract/refusals'
import { Refusal, type RefusalCode } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { failures } from '../../cli/src/failure.ts'
import { nextCommands, nextStep } from './next-commands.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/operator-errors.md'), 'utf8')

/** The rows of the table below a heading, without its first two lines. */
const tableOf = (heading: string): string[] =>
  (page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))

test('the page has the row of every operator error, and no other', () => {
  const rows = Object.entries(operatorRefusals).map(([code, { message, next }]) => {
    const command = nextCommands[code as RefusalCode]
    return `| \`${code}\` | ${message} | ${command ? `${next} ${command}` : next} |`
  })
  expect(tableOf('Errors of the commands for operators, and of a start')).toEqual(rows.toSorted())
})

test('the page has the row of every error of the commands for callers, and no other', () => {
  const rows = Object.entries(failures).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  expect(tableOf('Errors of the commands for callers').toSorted()).toEqual(rows.toSorted())
})

test('the command of a code follows its next step', () => {
  const thrown = new Refusal('schema_behind', 'The schema is behind.')
  expect(nextStep(thrown)).toBe(`${operatorRefusals.schema_behind.next}\nRun: nani database migrate`)
})
