import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const check = (...paths: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/check-lock-file.mjs'), ...paths])

test('every package of the lock file has a checksum', async () => {
  await expect(check()).resolves.toMatchObject({ stderr: '' })
})

test('a package without a checksum is refused with its name', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'nani-lock-'))
  try {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    delete lock.packages['node_modules/pg'].integrity
    const planted = join(directory, 'package-lock.json')
    writeFileSync(planted, JSON.stringify(lock))
    await expect(check(planted)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/node_modules\/pg \d/),
    })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test('the checksums are examined before anything is installed', () => {
  const script = readFileSync(join(root, '.ci/run'), 'utf8')
  const examined = script.indexOf('node scripts/check-lock-file.mjs')
  expect(examined).toBeGreaterThan(0)
  expect(examined).toBeLessThan(script.indexOf('npm ci'))
})
