import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBuiltFiles } from '../built-files.ts'
import { buildPages } from '../staff/build-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'nani-console-build-'))
let files: Map<string, Buffer>
beforeAll(() => {
  buildPages('console', folder)
  files = readBuiltFiles(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (path: string): string => files.get(path)?.toString() ?? ''
const maxFirstViewBytes = 250_000

/** The page, and every file that its scripts import before the first view. Imports at need are not among them. */
const firstView = (): string[] => {
  const found = new Set(['/index.html', '/icon.svg'])
  for (const [, path = ''] of textOf('/index.html').matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
    found.add(path)
  for (const path of found)
    for (const [, name = ''] of textOf(path).matchAll(/\bfrom\s*["'`]\.\/([^"'`]+)["'`]/g))
      found.add(`/assets/${name}`)
  return [...found]
}

test('the first view is at most 250 kB compressed', () => {
  const paths = firstView()
  expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThanOrEqual(2)
  expect(paths.filter((path) => !files.has(path))).toEqual([])
  const bytes = paths.reduce((sum, path) => sum + gzipSync(files.get(path) as Buffer, { level: 9 }).length, 0)
  expect(bytes).toBeLessThanOrEqual(maxFirstViewBytes)
})

test('the page has no script and no style in it', () => {
  expect(textOf('/index.html')).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/)
})

test('the styles load nothing from another origin', () => {
  const styles = [...files.keys()].filter((path) => path.endsWith('.css'))
  expect(styles.length).toBeGreaterThanOrEqual(1)
  for (const path of styles) expect(textOf(path), path).not.toMatch(/url\(\s*["']?(?:https?:)?\/\//)
})
