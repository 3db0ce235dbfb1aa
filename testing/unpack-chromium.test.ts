import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpackChromium } from './machine/unpack-chromium.ts'

const run = promisify(execFile)
const temporary = process.env.TMPDIR
const directory = mkdtempSync(join(tmpdir(), 'nani-unpack-'))
const cache = join(directory, 'cache')
let paths: string[]

// Two processes unpack at the same time, and another user has planted a file in the temporary folder.
beforeAll(async () => {
  const shared = join(directory, 'shared')
  mkdirSync(shared)
  writeFileSync(join(shared, 'chromium'), '#!/bin/sh\necho planted\n', { mode: 0o755 })
  process.env.TMPDIR = shared
  paths = await Promise.all([unpackChromium(cache), unpackChromium(cache)])
})
afterAll(() => {
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  rmSync(directory, { recursive: true, force: true })
})

test('several processes unpack Chromium at the same time: one complete copy remains, and nothing else', () => {
  expect(new Set(paths).size).toBe(1)
  expect(readdirSync(cache)).toEqual([basename(dirname(paths[0]!))])
})

test('the own copy is started, not a file named chromium in the temporary folder of the machine', async () => {
  const { stdout } = await run(paths[0]!, ['--version', '--no-sandbox'])
  expect(stdout).toMatch(/^(?:Chromium|Google Chrome)/)
})
