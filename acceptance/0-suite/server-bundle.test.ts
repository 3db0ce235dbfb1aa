import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { hashOf, sourcesOf } from '../installation/server-bundle.ts'
import { repositoryRoot } from '../installation/start-installation.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

test('the bundle that tests start is made from the sources as they are now', () => {
  const bundled = Object.entries(sourcesOf(inject('bundledProgram')))
  const changed = bundled.filter(([path, hash]) => hashOf(read(path)) !== hash).map(([path]) => path)
  expect(changed).toEqual([])
  // Files of types alone are not in it.
  expect(bundled.length).toBeGreaterThan(900)
})

test('npm start, the image and the units run the sources, and none of them a bundle', () => {
  expect(JSON.parse(read('package.json')).scripts.start).toMatch(/ node packages\/server\/src\/main\.ts$/)
  const files = globSync(
    ['package.json', 'Dockerfile', 'compose*.yaml', 'deploy/**/*.*', 'packages/*/bin/*'],
    {
      cwd: repositoryRoot,
    },
  )
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((path) => /server-of-tests|server-bundle|bundleServer/.test(read(path)))).toEqual([])
  expect(read('Dockerfile')).toMatch(/^CMD \["node", "packages\/server\/src\/main\.ts"\]$/m)
})
