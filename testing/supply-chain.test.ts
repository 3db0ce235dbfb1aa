import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adviceOf } from '../scripts/advisories/advice-of.ts'
import { unneededFiles } from '../scripts/image/unneeded-files.ts'
import { bomOf } from '../scripts/notices/bom-of.ts'
import { noticesOf } from '../scripts/notices/notices-of.ts'
import { shownPackages } from '../scripts/notices/shown-packages.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const lock = JSON.parse(read('package-lock.json'))

test('the notices are those of the lock file', () => {
  expect(read('THIRD-PARTY-NOTICES.md'), 'run: npm run notices').toBe(noticesOf(lock))
})

test('the notices name libvips under the LGPL, and each package that runs', () => {
  const page = read('THIRD-PARTY-NOTICES.md')
  expect(page).toContain('| `@img/sharp-libvips-linux-x64` |')
  expect(page).toMatch(/## LGPL-3\.0-or-later\n[\s\S]*sharp-libvips/)
  const changed = structuredClone(lock)
  changed.packages['node_modules/planted'] = { version: '1.0.0', license: 'GPL-2.0-only' }
  expect(noticesOf(changed)).toContain('## GPL-2.0-only')
  changed.packages['node_modules/planted'].dev = true
  expect(noticesOf(changed)).toBe(noticesOf(lock))
})

test('the notices and the bill of materials have what the built pages contain, also through dependencies', () => {
  const page = noticesOf(lock)
  const names = new Set(bomOf(lock).components.map(({ name }) => name))
  for (const name of ['react', 'scheduler', '@tanstack/router-core', '@floating-ui/react', 'clsx']) {
    expect(page).toContain(`| \`${name}\` |`)
    expect(names).toContain(name)
  }
})

test('a package under another name is listed as what it is', () => {
  const names = new Set(bomOf(lock).components.map(({ name }) => name))
  expect(names).toContain('empty-npm-package')
  expect([...names].filter((name) => ['eslint', 'jest', 'onnxruntime-web'].includes(name))).toEqual([])
  expect(noticesOf(lock)).toContain('| `empty-npm-package` | 1.0.0 |')
  expect(noticesOf(lock)).not.toContain('| `eslint` |')
})

test('a package without a licence in the lock file is refused', () => {
  const changed = structuredClone(lock)
  changed.packages['node_modules/planted'] = { version: '1.0.0' }
  expect(() => noticesOf(changed)).toThrow('planted')
})

test('the bill of materials has each package that runs, with its checksum, licence and dependencies', () => {
  const bom = bomOf(lock)
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  const fastify = bom.components.find(({ name }) => name === 'fastify')
  expect(fastify).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@\d/),
    licenses: [{ expression: 'MIT' }],
  })
  expect(fastify?.hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/)
  expect(
    bom.components.filter(({ hashes, licenses }) => hashes.length === 0 || !licenses[0]?.expression),
  ).toEqual([])
  const references = new Set(bom.components.map((one) => one['bom-ref']))
  expect(references.size).toBe(bom.components.length)
  const links = bom.dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter((one) => !references.has(one))).toEqual([])
  expect([...references].filter((one) => /\/(?:vitest|typescript)@/.test(one))).toEqual([])
})

test('the image loses what developers need, and keeps the text that names each licence', () => {
  const files = ['package.json', 'index.d.ts', 'index.js.map', 'README.md', 'CHANGELOG.md']
  expect(unneededFiles([...files, 'LICENSE.md'])).toEqual(files.slice(1))
  expect(unneededFiles(files)).toEqual(['index.d.ts', 'index.js.map', 'CHANGELOG.md'])
  // A folder within a package.
  expect(unneededFiles(['README.md', 'index.js'])).toEqual(['README.md'])
})

test('a severe advisory fails, others are printed, and no answer is said to be none', () => {
  const report = (severity: string) =>
    JSON.stringify({
      vulnerabilities: {
        bad: {
          ...{ name: 'bad', severity, nodes: ['node_modules/bad'] },
          via: [{ title: 'Leaks', url: 'https://x.example' }],
        },
      },
    })
  const shown = new Set(['node_modules/bad'])
  expect(shownPackages(lock).has('node_modules/react-dom')).toBe(true)
  expect(adviceOf(report('critical'), new Set()).isRefused).toBe(false)
  expect(adviceOf(report('critical'), shown)).toEqual({
    isRefused: true,
    lines: ['critical: bad: Leaks https://x.example'],
  })
  expect(adviceOf(report('moderate'), shown).isRefused).toBe(false)
  expect(adviceOf('{"vulnerabilities":{}}', shown).isRefused).toBe(false)
  for (const output of ['', '{"message":"405 Method Not Allowed"}'])
    expect(adviceOf(output, shown)).toMatchObject({
      isRefused: false,
      lines: [expect.stringMatching(/^NOT CHECKED/)],
    })
})
