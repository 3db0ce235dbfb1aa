import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A direct import or export of a value, over any number of lines. */
const schemas = /^(?:import|export) (?!type )[^'";]*from '(?:@nani\/contract(?:\/node)?|typebox[^']*)'/m

// A thread of faces or of large requests loads core. With the schemas of the contract it would load 400 more files.
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

/** A direct import or export of a value of the index of core. */
const indexOfCore = /^(?:import|export) (?!type )[^'";]*from '@nani\/foundation\/core\/index\.ts'/m
const engines = join(import.meta.dirname, '../../../engines/src')

// They start with every process, and the index would double what they load.
test('the threads of searches import core through concurrency/threads.ts', () => {
  const files = globSync(
    [
      '{names,screening/{retrieval,rewriting,scoring},face-search/{scan,sketch}}/**/*.ts',
      ...['screening/workers/{search,build}-thread.ts', 'screening/workers/{own-priority,segment-steps}.ts'],
      'face-search/search-thread.ts',
    ],
    { cwd: engines, exclude: (name) => name.endsWith('.test.ts') },
  )
  expect(files.length).toBeGreaterThan(80)
  const withIndex = files.filter((name) => indexOfCore.test(readFileSync(join(engines, name), 'utf8')))
  expect(withIndex).toEqual([])
})
