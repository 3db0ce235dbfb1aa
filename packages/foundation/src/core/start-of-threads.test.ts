import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A direct import or export of a value, over any number of lines. */
const schemas = /^(?:import|export) (?!type )[^'";]*from '(?:@nani\/contract(?:\/node)?|typebox[^']*)'/m

// Every thread loads core. With the schemas of the contract it would load 400 more files.
test('core imports no schema', () => {
  const files = globSync('**/*.ts', {
    cwd: import.meta.dirname,
    exclude: (name) => name.endsWith('.test.ts'),
  })
  expect(files.length).toBeGreaterThan(30)
  const withSchemas = files.filter((name) =>
    schemas.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  expect(withSchemas).toEqual([])
})
