import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const server = 'packages/server/src'

/** Modules that render for people, and may therefore name commands. */
const rendering = ['main.ts', 'app/', 'description/', 'testing/']

/** `nani applications list`, `--accept-drop`, "the command line". Options of other programs are in arrays of arguments. */
const term =
  /\bnani (?:applications|register|lists|monitors|dispositions|alarms|webhooks|master-key|database|face|kyc|job)\b|[ `"]--[a-z]+(?:-[a-z]+)*\b(?!\.)|command line/

const commandTerms = (text: string): string[] =>
  text.split('\n').filter((line) => term.test(line) && !/^\s*`?--[a-z]/.test(line))

const files = globSync('**/*.ts', { cwd: join(root, server) }).filter(
  (path) =>
    !path.endsWith('.test.ts') &&
    !path.endsWith('.fixture.ts') &&
    !rendering.some((one) => path.startsWith(one)),
)

test('no module below the rendering ones names a command or an option of the command line', () => {
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((path) =>
    commandTerms(readFileSync(join(root, server, path), 'utf8')).map((line) => `${path}: ${line.trim()}`),
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
