import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileKey } from './master-key.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nani-key-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('of several first starts at once one makes the key, whole and for its owner only', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => fileKey(dataDir).masterKey()))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(keys[0]?.length).toBe(32)
  expect(await readdir(dataDir)).toEqual(['master-key'])
  expect((await stat(join(dataDir, 'master-key'))).mode & 0o777).toBe(0o600)
})

test.each(['', 'AAAA', 'no key'])('a key file that holds "%s" is refused, never used', async (content) => {
  await writeFile(join(dataDir, 'master-key'), content)
  await expect(fileKey(dataDir).masterKey()).rejects.toThrow('is damaged')
})
