import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { areCurrent } from './machine/installed-pages.ts'

const root = mkdtempSync(join(tmpdir(), 'nani-pages-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const source = 'packages/web/src/desk/queue.tsx'
const words = 'packages/contract/src/console/words.ts'
const built = ['packages/web/dist/desk/index.html', 'packages/web/dist/desk/assets/index-1.js']

const setTime = (path: string, seconds: number) => utimesSync(join(root, path), seconds, seconds)
const write = (path: string, seconds: number) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), '')
  // To write a file changes its folders, which are as old as the clone.
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) setTime(folder, 100)
  setTime(path, seconds)
}
const build = (seconds: number) => {
  for (const path of built) write(path, seconds)
}

test('pages are current until anything that they are built from is younger than one of their files', () => {
  for (const path of [source, words, 'package-lock.json']) write(path, 100)
  expect(areCurrent('desk', root)).toBe(false)
  build(200)
  expect(areCurrent('desk', root)).toBe(true)
  expect(areCurrent('console', root)).toBe(false)
  for (const path of [source, words, 'package-lock.json', dirname(source)]) {
    setTime(path, 300)
    expect(areCurrent('desk', root), path).toBe(false)
    setTime(path, 100)
  }
  setTime(built[1] as string, 50)
  expect(areCurrent('desk', root)).toBe(false)
})
