import { afterEach, expect, test, vi } from 'vitest'
import { readPush } from './push.ts'

afterEach(() => void vi.unstubAllGlobals())

const answer = (status: number, body: object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))

test('a server without notifications offers none', async () => {
  answer(404, { error: 'not_found' })
  expect(await readPush()).toBe('absent')
})

test('a browser without notifications says so, if the server has them', async () => {
  answer(200, { public_key: 'BA' })
  expect(await readPush()).toBe('unavailable')
})
