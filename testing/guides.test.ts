import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenLinksOf } from '../scripts/guides/broken-links.ts'

const root = join(import.meta.dirname, '..')

test('each page of the guides is in the index, except decisions and parts of the specification', () => {
  const index = readFileSync(join(root, 'docs/index.md'), 'utf8')
  const pages = globSync('*.md', { cwd: join(root, 'docs') }).filter((page) => page !== 'index.md')
  expect(pages.length).toBeGreaterThan(40)
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([])
})

test('a link, an anchor and a picture of the built guides that lead nowhere are found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-guides-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'fr'))
  writeFileSync(
    join(folder, 'index.html'),
    '<h1 id="one"></h1><a href="/guides/fr/">a</a><a href="/docs">b</a><a href="fr/page#two">c</a><a href="#one">d</a>' +
      '<a href="https://example.org/x">e</a><a href="/guides/gone">f</a><a href="#gone">g</a><img src="/guides/gone.png">' +
      '<a href="/other">h</a>',
  )
  writeFileSync(join(folder, 'fr/index.html'), '<a href="../">a</a>')
  writeFileSync(join(folder, 'fr/page.html'), '<h2 id="two"></h2><a href="/guides/#gone">a</a>')
  expect(brokenLinksOf(folder).toSorted()).toEqual([
    'fr/page.html → /guides/#gone',
    'index.html → #gone',
    'index.html → /guides/gone',
    'index.html → /guides/gone.png',
    'index.html → /other',
  ])
})

const built = join(root, 'dist/guides')

test.skipIf(!existsSync(built))('each link of the guides that were built leads somewhere', () => {
  expect(brokenLinksOf(built)).toEqual([])
})
