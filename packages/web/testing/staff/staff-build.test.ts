import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { builtPages } from './build-pages.ts'

const maxFirstViewBytes = 250_000

type Files = Map<string, Buffer>
const textOf = (files: Files, path: string): string => files.get(path)?.toString() ?? ''

/** The page, and every file that its scripts import before the first view. Imports at need are not among them. */
const firstView = (files: Files): string[] => {
  const found = new Set(['/index.html', '/icon.svg'])
  for (const [, path = ''] of textOf(files, '/index.html').matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
    found.add(path)
  for (const path of found)
    for (const [, name = ''] of textOf(files, path).matchAll(/\bfrom\s*["'`]\.\/([^"'`]+)["'`]/g))
      found.add(`/assets/${name}`)
  return [...found]
}

describe.each(['console', 'desk'] as const)('the pages of the %s', (pages) => {
  let files: Files
  beforeAll(() => {
    files = builtPages(pages)
  })

  test('the first view is at most 250 kB compressed', () => {
    const paths = firstView(files)
    expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThanOrEqual(2)
    expect(paths.filter((path) => !files.has(path))).toEqual([])
    const bytes = paths.reduce(
      (sum, path) => sum + gzipSync(files.get(path) as Buffer, { level: 9 }).length,
      0,
    )
    expect(bytes).toBeLessThanOrEqual(maxFirstViewBytes)
  })

  test('the page has no script and no style in it', () => {
    expect(textOf(files, '/index.html')).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/)
  })

  test('the styles load nothing from another origin', () => {
    const styles = [...files.keys()].filter((path) => path.endsWith('.css'))
    expect(styles.length).toBeGreaterThanOrEqual(1)
    for (const path of styles) expect(textOf(files, path), path).not.toMatch(/url\(\s*["']?(?:https?:)?\/\//)
  })
})
