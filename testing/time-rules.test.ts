import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { timeRules } from './time-rules.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The first cells of the table below this heading. */
const rowsOf = (page: string, heading: string): string[] => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const cells = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, cell]) => cell ?? '')
  return cells.filter((cell) => cell !== 'Limit')
}

test('each rule of time of the specification follows the test clock, or has a reason to stay in real time', () => {
  const rows = rowsOf(read('docs/specification/limits.md'), 'Times')
  expect(rows.length).toBeGreaterThan(10)
  expect(Object.keys(timeRules)).toEqual(rows)
})

test('a rule that follows the test clock has a test that exists', () => {
  for (const rule of Object.values(timeRules)) {
    if (!('follows' in rule)) continue
    const [file = '', title = ''] = rule.follows.split(' > ')
    expect(read(file)).toContain(`test('${title}'`)
  }
})

test('rules that wait for the clock do not grow', () => {
  const waiting = Object.values(timeRules).filter(
    (rule) => 'realTime' in rule && rule.realTime.startsWith('Not built yet'),
  )
  expect(waiting.length).toBeLessThanOrEqual(3)
})
