import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = 'packages/{foundation,engines,server}/src/**/*.ts'

/** Modules that render for people, and may therefore name commands. */
const rendering = ['main.ts', 'app/app/', 'app/description/', 'testing/'].map(
  (path) => `packages/server/src/${path}`,
)

/** `nani applications list`, `--accept-drop`, "the command line". Options of other programs are in arrays of arguments. */
const term =
  /\bnani (?:applications|register|lists|monitors|dispositions|alarms|webhooks|master-key|database|face|kyc|job)\b|[ `"]--[a-z]+(?:-[a-z]+)*\b(?!\.)|command line/

const commandTerms = (text: string): string[] =>
  text.split('\n').filter((line) => term.test(line) && !/^\s*`?--[a-z]/.test(line))

const files = globSync(sources, { cwd: root }).filter(
  (path) =>
    !path.endsWith('.test.ts') &&
    // Their descriptions are the table of docs/operating.md.
    !path.endsWith('settings.ts') &&
    !path.endsWith('.fixture.ts') &&
    !rendering.some((one) => path.startsWith(one)),
)

test('no module below the rendering ones names a command or an option of the command line', () => {
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((path) =>
    commandTerms(readFileSync(join(root, path), 'utf8')).map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test.each([
  'throw new Error(`There is no application. To list all: nani applications list.`)',
  "'If this is correct, import the list with --accept-drop.'",
  '/** As typed at a command line. */',
])('a planted term is seen: %s', (line) => {
  expect(commandTerms(line)).toEqual([line])
})
