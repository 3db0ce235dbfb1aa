import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const fixture = join(import.meta.dirname, 'testing/collect-in-thread.ts')

/** A process of its own: flags of V8 belong to all threads. */
const heapsAfter = (...order: string[]): { before: number; after: number } =>
  JSON.parse(execFileSync(process.execPath, [fixture, ...order], { encoding: 'utf8' }))

test('a thread returns the memory of its garbage', () => {
  const { before, after } = heapsAfter('permitted')
  expect(before).toBeGreaterThan(30)
  expect(after).toBeLessThan(before / 2)
})

test('a thread that started before the permission keeps it, and fails at nothing', () => {
  const { before, after } = heapsAfter('not permitted')
  expect(after).toBe(before)
})
