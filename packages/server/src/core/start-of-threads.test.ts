import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Every thread loads core. With the schemas of the contract it would load 400 more files.
test('core imports no schema', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname })
  expect(files.length).toBeGreaterThan(30)
  const withSchemas = files.filter((name) =>
    /^import (?!type ).*'(@nani\/contract|typebox)'/m.test(
      readFileSync(join(import.meta.dirname, name), 'utf8'),
    ),
  )
  expect(withSchemas).toEqual([])
})
