import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refusals } from '@nani/contract/refusals'
import { expect, test } from 'vitest'
import { filesOf } from './files-of.ts'

const root = join(import.meta.dirname, '..')

/** The catalogue itself, and declarations, only name a code. */
const isCatalogue = (path: string) => /contract\/src\/(?:refusals\/|errors\.ts)/.test(path)
const declared = /refusals: \[[^\]]*\]/g

const sources = ['contract', 'foundation', 'engines', 'server', 'operator']
  .flatMap((name) => filesOf(`packages/${name}/src`))
  .filter((path) => /\.ts$/.test(path) && !/\.(?:test|fixture|docs)\.ts$|\/testing\//.test(path))
  .filter((path) => !isCatalogue(path))
  .map((path) => readFileSync(join(root, path), 'utf8').replace(declared, ''))
  .join('\n')

test('every code of the catalogue is thrown or shown somewhere', () => {
  expect(sources.length).toBeGreaterThan(1_000_000)
  const general = new Set(
    Object.values(refusals.staff).flatMap((entry) => ('general' in entry ? [entry.general] : [])),
  )
  const unused = Object.values(refusals)
    .flatMap((entries) => Object.keys(entries))
    .filter((code) => !sources.includes(`'${code}'`) && !general.has(code as never))
  expect(unused).toEqual([])
})

test('a refusal has no class of its own and no other catalogue', () => {
  expect(sources.match(/class \w+ extends Refusal\b/g)).toBeNull()
})
