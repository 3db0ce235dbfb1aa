import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Refusal } from '../core/index.ts'
import { type HeldBody, receiveBody } from './body.ts'
import { type BodyBudget, bodyBudget } from './body-budget.ts'

const message = (headers: Record<string, string>) =>
  Object.assign(new PassThrough(), { headers }) as unknown as PassThrough & IncomingMessage
const holder = 'key_test_a'
const readBody = (sent: IncomingMessage, limitBytes: number, budget: BodyBudget, holder: string) =>
  receiveBody(sent, limitBytes).accept(budget, holder)
const chunked = { 'transfer-encoding': 'chunked' }

const codeOf = (reading: Promise<HeldBody>) =>
  reading.then(
    ({ bytes, release }) => {
      const text = bytes.toString()
      release()
      return text
    },
    (error: unknown) => (error as Refusal).code,
  )

describe('a body', () => {
  test('is received whole, in one piece or many', async () => {
    const sent = message({ 'content-length': '6' })
    const reading = readBody(sent, 10, bodyBudget(100, 100), holder)
    sent.write('abc')
    sent.end('def')
    expect((await reading).bytes.toString()).toBe('abcdef')
  })

  test('is empty without a header that announces it', async () => {
    expect((await readBody(message({}), 10, bodyBudget(100, 100), holder)).bytes.length).toBe(0)
  })

  test('of exactly the limit passes, one byte more does not, announced or not', async () => {
    for (const headers of [chunked, { 'content-length': '10' }]) {
      const exact = message(headers)
      const reading = codeOf(readBody(exact, 10, bodyBudget(100, 100), holder))
      exact.end('0123456789')
      expect(await reading).toBe('0123456789')
    }
    for (const headers of [chunked, { 'content-length': '11' }]) {
      const over = message(headers)
      const reading = codeOf(readBody(over, 10, bodyBudget(100, 100), holder))
      over.write('0123456789')
      over.end('x')
      expect(await reading).toBe('payload_too_large')
    }
  })

  test('that is interrupted is malformed', async () => {
    const broken = message({ 'content-length': '10' })
    const reading = codeOf(readBody(broken, 10, bodyBudget(100, 100), holder))
    broken.write('012')
    broken.destroy()
    expect(await reading).toBe('malformed_body')
  })
})

describe('the memory of all bodies', () => {
  test('is bounded, and released after each body, however it ended', async () => {
    const budget = bodyBudget(15, 15)
    const first = message(chunked)
    const reading = codeOf(readBody(first, 10, budget, holder))
    first.write('0123456789')
    const second = message(chunked)
    const crowded = codeOf(readBody(second, 10, budget, holder))
    second.end('0123456789')
    expect(await crowded).toBe('overloaded')
    first.end()
    expect(await reading).toBe('0123456789')
    const tooLarge = message(chunked)
    const refused = codeOf(readBody(tooLarge, 10, budget, holder))
    tooLarge.write('0123456789')
    tooLarge.end('0123456789')
    expect(await refused).toBe('payload_too_large')
    const broken = message(chunked)
    const breaking = codeOf(readBody(broken, 10, budget, holder))
    broken.write('0123456789')
    broken.destroy()
    await breaking
    expect([budget.reserve('x', 15), budget.reserve('y', 1)]).toEqual([true, false])
  })

  test('counts a body until it is released, and once', async () => {
    const budget = bodyBudget(15, 15)
    const sent = message(chunked)
    const reading = readBody(sent, 10, budget, holder)
    sent.end('0123456789')
    const { release } = await reading
    expect(budget.reserve('x', 6)).toBe(false)
    release()
    release()
    expect([budget.reserve('x', 15), budget.reserve('x', 1)]).toEqual([true, false])
  })

  test('one key has a share of it, and leaves the rest to the others', () => {
    const budget = bodyBudget(100, 50)
    expect(budget.reserve('a', 50)).toBe(true)
    expect(budget.reserve('a', 1)).toBe(false)
    expect(budget.reserve('b', 50)).toBe(true)
    budget.release('a', 50)
    expect([budget.reserve('b', 1), budget.reserve('a', 1)]).toEqual([false, true])
  })
})

describe('a large body', () => {
  const large = 300 * 1024
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const begin = async (firstBytes: number) => {
    const sent = message({ 'content-length': '1000000' })
    const reading = codeOf(readBody(sent, 1_000_000, bodyBudget(2_000_000, 2_000_000), holder))
    const write = async (bytes: number) => {
      sent.write(Buffer.alloc(bytes, 'x'))
      await setImmediate()
    }
    await write(firstBytes)
    return { sent, reading, write }
  }

  test('that makes no progress for ten seconds is refused', async () => {
    const { reading, write } = await begin(large)
    vi.advanceTimersByTime(5_000)
    await write(1_000)
    vi.advanceTimersByTime(5_000)
    expect(await reading).toBe('malformed_body')
  })

  test('that made no progress in one window only is accepted', async () => {
    const { sent, reading, write } = await begin(large)
    for (let window = 0; window < 6; window++) {
      vi.advanceTimersByTime(5_000)
      if (window % 2 === 0) await write(64 * 1024)
    }
    sent.end()
    expect(await reading).toMatch(/^x+$/)
  })

  test('only is hurried: a small one has its minute', async () => {
    const { sent, reading } = await begin(100)
    expect(vi.getTimerCount()).toBe(0)
    sent.end()
    expect(await reading).toMatch(/^x+$/)
  })
})

test('a body that was interrupted before it was read is malformed, without a wait', async () => {
  const broken = message({ 'content-length': '10' })
  broken.destroy()
  expect(await codeOf(readBody(broken, 10, bodyBudget(100, 100), holder))).toBe('malformed_body')
})

describe('a body in small chunks', () => {
  const send = async (chunks: number, chunkBytes: number) => {
    const sent = message(chunked)
    const reading = codeOf(readBody(sent, 10_000_000, bodyBudget(10_000_000, 10_000_000), holder))
    for (let chunk = 0; chunk < chunks; chunk++) sent.write(Buffer.alloc(chunkBytes, 'x'))
    sent.end()
    return reading
  }

  test('is accepted while the chunks are few, or have 256 bytes on average', async () => {
    expect(await send(1_024, 1)).toHaveLength(1_024)
    expect(await send(4_000, 256)).toHaveLength(4_000 * 256)
  })

  test('is malformed when there are more', async () => {
    expect(await send(1_040, 1)).toBe('malformed_body')
    expect(await send(4_000, 128)).toBe('malformed_body')
  })
})

test('the hash that was computed while a body arrived is the hash of the body', async () => {
  const sent = message(chunked)
  const reading = readBody(sent, 1_000_000, bodyBudget(1_000_000, 1_000_000), holder)
  for (let chunk = 0; chunk < 30; chunk++) sent.write(Buffer.alloc(9_999, chunk))
  sent.end()
  const { bytes, sha256 } = await reading
  expect(bytes.length).toBe(30 * 9_999)
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
})
