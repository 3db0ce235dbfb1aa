import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { followsWithoutDuration, type TimeRule, timeRules, timesOfPages } from './time-rules.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const specification = 'docs/specification'

/** The first cells of the table below this heading. */
const rowsOf = (page: string, heading: string): string[] => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const cells = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, cell]) => cell ?? '')
  return cells.filter((cell) => cell !== 'Limit' && cell !== 'Follows the clock')
}

const words = [
  ...[
    '\\b\\d+ (?:s|ms|seconds?|minutes?|hours?|days?|months?|years?)\\b',
    'calendar month',
    'first of a month',
  ],
  ...['UTC (?:day|date|year)', '\\d\\d:\\d\\d UTC', '\\b(?:hourly|daily|weekly|monthly|yearly)\\b'],
  '\\b(?:per|each|every|in a) (?:second|minute|hour|day|month|year)\\b',
  ...['whole years', 'in the future', '\\bexpire[sd]?\\b', '\\brecency\\b'],
]
const time = new RegExp(words.join('|'), 'i')

/** The lines of a page that name a time. The table of times and the section of the clock have tests of their own. */
const linesWithTimes = (page: string): string[] =>
  read(`${specification}/${page}`)
    .split('\n## ')
    .filter((section) => !/^(?:Times|Test clock)\n/.test(section))
    .flatMap((section) => section.split('\n'))
    .filter((line) => time.test(line))

test('each rule of time of the table of limits follows the test clock, or has a reason to stay in real time', () => {
  const rows = rowsOf(read(`${specification}/limits.md`), 'Times')
  expect(rows.length).toBeGreaterThan(10)
  expect(Object.keys(timeRules)).toEqual(rows)
})

test('so does each other line of the specification that names a time', () => {
  const pages = globSync(`${specification}/*.md`, { cwd: root }).map((path) => basename(path))
  const undeclared = pages.sort().flatMap((page) =>
    linesWithTimes(page)
      .filter((line) => !timesOfPages[page]?.some(([part]) => line.includes(part)))
      .map((line) => `${page}: ${line}`),
  )
  expect(undeclared).toEqual([])
  const unused = Object.entries(timesOfPages).flatMap(([page, parts]) =>
    parts
      .filter(([part]) => !linesWithTimes(page).some((line) => line.includes(part)))
      .map(([part]) => `${page}: ${part}`),
  )
  expect(unused).toEqual([])
})

test('each line about what follows the test clock has a test, and no other is declared', () => {
  const rows = rowsOf(read(`${specification}/sandbox.md`), 'Test clock').filter((cell) => !/^-+$/.test(cell))
  expect(Object.keys(followsWithoutDuration)).toEqual(rows.filter((cell) => cell !== ' '))
})

test('a rule that follows the test clock has a test that exists', () => {
  const rules: TimeRule[] = [
    ...Object.values(timeRules),
    ...Object.values(timesOfPages).flatMap((parts) => parts.map(([, rule]) => rule)),
    ...Object.values(followsWithoutDuration).flat(),
  ]
  for (const rule of rules) {
    if (!('follows' in rule)) continue
    expect(rule.follows).not.toEqual([])
    for (const named of rule.follows) {
      const [file = '', title = ''] = named.split(' > ')
      expect(read(file)).toContain(`test('${title}'`)
    }
  }
})

test('no rule waits for the clock', () => {
  expect(read('testing/time-rules.ts').toLowerCase()).not.toContain('not built')
})
