import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { builtFolder, readBuiltFiles } from './built-files.ts'

const packageFolder = join(import.meta.dirname, '..')
const files = readBuiltFiles(builtFolder)
const textOf = (path: string): string => files.get(path)?.toString() ?? ''

const maxFirstLoadBytes = 40_000

/** What a browser loads to show the first screen: the page, its script, its style, and what they import at once. */
const firstLoad = (): string[] => {
  const found = new Set(['/index.html', '/worker.js', '/manifest.webmanifest', '/icon.svg'])
  for (const [, path = ''] of textOf('/index.html').matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
    found.add(path)
  for (const path of found)
    for (const [, name = ''] of textOf(path).matchAll(/\bfrom\s*"\.\/([^"]+)"/g)) found.add(`/assets/${name}`)
  return [...found]
}

const binOf = (name: string, path: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path)

test('the sources build exactly the committed files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-web-'))
  try {
    const options = ['--config', 'vite.citizen.config.ts', '--outDir', folder, '--logLevel', 'error']
    // As a developer builds: the runner of the tests would change the mode.
    const { NODE_ENV: _mode, ...env } = process.env
    execFileSync(process.execPath, [binOf('vite', 'bin/vite.js'), 'build', ...options], {
      ...{ cwd: packageFolder, env },
    })
    const built = readBuiltFiles(folder)
    expect([...built.keys()]).toEqual([...files.keys()])
    for (const [path, content] of built) expect(content.equals(files.get(path) as Buffer), path).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the first load is at most 40 kB compressed', () => {
  const paths = firstLoad()
  expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThanOrEqual(2)
  expect(paths.filter((path) => !files.has(path))).toEqual([])
  const bytes = paths.reduce((sum, path) => sum + gzipSync(files.get(path) as Buffer, { level: 9 }).length, 0)
  expect(bytes).toBeLessThanOrEqual(maxFirstLoadBytes)
})

test('the page has no script or style in it, and no file names another origin', () => {
  const page = textOf('/index.html')
  expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/)
  for (const [path, content] of files) {
    const addresses = content.toString('latin1').match(/https?:\/\/[\w.-]+/g) ?? []
    // Names of the languages of drawings, not addresses that are loaded.
    expect(
      addresses.filter((address) => address !== 'http://www.w3.org'),
      path,
    ).toEqual([])
  }
})

test('nothing of the app uses Intl, which falls back to English without a word', () => {
  const formats = /\bIntl\b|\.toLocale\w*\(|\.localeCompare\(/
  const scripts = [...files.keys()].filter((path) => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThanOrEqual(7)
  expect(scripts.filter((path) => formats.test(textOf(path)))).toEqual([])
  expect(formats.test('a.toLocaleDateString("lua")')).toBe(true)
})

test('the worker stores every file of the first load, and no language but French', () => {
  const stored = JSON.parse(/\["\/",[^\]]*\]/.exec(textOf('/worker.js'))?.[0] ?? '[]') as string[]
  const wanted = firstLoad().filter((path) => path.startsWith('/assets/'))
  expect(stored.toSorted()).toEqual(['/', ...wanted].toSorted())
})

test('the worker is one file: browsers of 2018 cannot import in a worker', () => {
  expect(textOf('/worker.js')).toContain('addEventListener')
  expect(textOf('/worker.js')).not.toMatch(/\bimport\b|\bexport\b/)
})

test('the types of the pages hold', () => {
  const check = () =>
    execFileSync(process.execPath, [binOf('typescript', 'bin/tsc'), '--noEmit', '-p', packageFolder], {
      encoding: 'utf8',
    })
  expect(check()).toBe('')
})
