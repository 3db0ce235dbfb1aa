import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

/** Every external dependency of every package, as `name version`. */
const wanted = new Set(
  globSync(['package.json', 'packages/*/package.json', 'acceptance/package.json', 'bench/package.json'], {
    cwd: root,
  }).flatMap((path) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
    return (
      Object.entries({ ...dependencies, ...devDependencies })
        .filter(([name]) => !name.startsWith('@nani/'))
        // An alias such as `npm:typescript@5.9.3` names the version after the package.
        .map(([name, version]) => `${name} ${version.replace(/^npm:.+@/, '')}`)
    )
  }),
)

test('every dependency has its line, with the version in use, and no line outlives its dependency', () => {
  const lines = [...page.matchAll(/^\| `([^`]+)` \| (\S+) \|/gm)].map(
    ([, name, version]) => `${name} ${version}`,
  )
  expect(lines.toSorted()).toEqual([...wanted].toSorted())
})

test('versions are exact', () => {
  expect([...wanted].filter((entry) => !/ \d+\.\d+\.\d+(-[\w.]+)?$/.test(entry))).toEqual([])
})
