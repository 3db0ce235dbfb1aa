import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const script = join(import.meta.dirname, 'testing/send-hostile-files.ts')

/** The settings of the allocator with which `npm start` starts the server. */
const allocator = (): Record<string, string> => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.fromEntries(
    [...scripts.start.matchAll(/\b(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [name, value]),
  )
}

test('200 hostile and large files through one worker leave at most 60 MB, and need at most 450 MB', async () => {
  expect(Object.keys(allocator())).toEqual(['MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'])
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { ...process.env, ...allocator(), NODE_OPTIONS: '' },
  })
  const { rest, peak, after, answers } = JSON.parse(stdout)
  for (const answer of ['accepted', 'invalid_request', 'image_quality_insufficient', 'no_face_detected'])
    expect(answers).toContain(answer)
  expect(answers).not.toContain('failed')
  expect(after - rest).toBeLessThanOrEqual(60)
  expect(peak).toBeLessThanOrEqual(450)
}, 300_000)
