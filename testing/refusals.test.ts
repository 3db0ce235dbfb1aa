import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refusals } from '@nani/contract/refusals'
import { expect, test } from 'vitest'
import { filesOf } from './files-of.ts'

const root = join(import.meta.dirname, '..')

/** The catalogue itself, and declarations, only name a code. */
const isCatalogue = (path: string) => /contract\/src\/(?:refusals\/|errors\.ts)/.test(path)
const declared = /refusals: \[[^\]]*\]/g

const sources = ['contract', 'foundation', 'engines', 'server', 'operator', 'witness']
  .flatMap((name) => filesOf(`packages/${name}/src`))
  .filter((path) => /\.ts$/.test(path) && !/\.(?:test|fixture|docs)\.ts$|\/testing\//.test(path))
  .filter((path) => !isCatalogue(path))
  .map((path) => readFileSync(join(root, path), 'utf8').replace(declared, ''))
  .join('\n')

test('every code of the catalogue is thrown or shown somewhere', () => {
  expect(sources.length).toBeGreaterThan(1_000_000)
  const people = [...Object.entries(refusals.citizen), ...Object.entries(refusals.staff)]
  // A more general code is only shown in the place of others.
  const general = new Set<string>(
    people.flatMap(([code, entry]) => [
      ...('general' in entry && entry.general ? [entry.general] : []),
      ...('includes' in entry && entry.includes ? [code] : []),
    ]),
  )
  const unused = [...Object.keys(refusals.caller), ...people.map(([code]) => code)].filter(
    (code) => !general.has(code) && !sources.includes(`'${code}'`),
  )
  expect(unused).toEqual([])
})

test('a refusal has no class of its own and no other catalogue', () => {
  expect(sources.match(/class \w+ extends Refusal\b/g)).toBeNull()
})
