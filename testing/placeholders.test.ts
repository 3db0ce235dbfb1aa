import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proseOf } from './prose.ts'

const root = join(import.meta.dirname, '..')
/** Error texts name settings and arguments as they are typed. */
const withTypedNames = /operator-errors\.md$/
const pages = globSync(['*.md', 'docs/**/*.md', '{packages,examples,acceptance,bench}/**/README.md'], {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|\.[^/]+)$/.test(name),
}).filter((path) => !withTypedNames.test(path))

/** Abbreviations and names that are written in capitals. Names of settings and of commands are code. */
const inCapitals = new Set(
  `ADPCM APCER AZERTY BPCER ECDHE HTTPS INTERPOL NDJSON OWASP QWERTY QWERTZ README SECURITY SIGINT SIGKILL SIGSTOP
  SIGTERM VAPID WIDER`.split(/\s+/),
)
const placeholder = /\b(?:[A-Z]{5,}\d*|[A-Z]{2,}(?:_[A-Z0-9]+)+|TODO|TBD|FIXME|XXX)\b/g

const placeholdersIn = (path: string, page: string): string[] =>
  proseOf(path, page).flatMap(({ line, text }) =>
    (text.match(placeholder) ?? [])
      .filter((word) => !inCapitals.has(word))
      .map((word) => `${path}:${line}: ${word}`),
  )

test('no page has a placeholder in capitals in place of a value', () => {
  expect(pages.length).toBeGreaterThan(60)
  expect(pages.flatMap((path) => placeholdersIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test.each([
  '| stacked titles | TITLES_STACKED |',
  'It took SPEED2 times as long.',
  'A sample had MIXSAMPLE.',
  'MIXROWS',
  'The value is TBD.',
])('the placeholder in "%s" is found', (text) => {
  expect(placeholdersIn('page.md', text)).toHaveLength(1)
})

test.each(['`NANI_CLAMD`', '```\nMIXROWS\n```', 'A keyboard AZERTY', 'The API and the UN'])(
  '"%s" has none',
  (text) => {
    expect(placeholdersIn('page.md', text)).toEqual([])
  },
)
