import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A command that imports the server at its start needs a second more of processor time. Actions import what they need.
test('the description of a command imports no module of the server', () => {
  const files = globSync('*commands.ts', { cwd: import.meta.dirname })
  expect(files.length).toBeGreaterThan(10)
  const eager = files.filter((name) =>
    /^import (?!type ).*@nani\/server/m.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  expect(eager).toEqual([])
})
