import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Refusal } from '../core/index.ts'
import { bodyBudget, readBody } from './body.ts'

const message = (headers: Record<string, string>) =>
  Object.assign(new PassThrough(), { headers }) as unknown as PassThrough & IncomingMessage
const chunked = { 'transfer-encoding': 'chunked' }

const codeOf = (reading: Promise<Buffer>) =>
  reading.then(
    (body) => body.toString(),
    (error: unknown) => (error as Refusal).code,
  )

describe('a body', () => {
  test('comes whole, in one piece or many', async () => {
    const sent = message({ 'content-length': '6' })
    const reading = readBody(sent, 10, bodyBudget(100))
    sent.write('abc')
    sent.end('def')
    expect((await reading).toString()).toBe('abcdef')
  })

  test('is nothing where no header announces one', async () => {
    expect((await readBody(message({}), 10, bodyBudget(100))).length).toBe(0)
  })

  test('of exactly the limit passes, one byte more does not, announced or not', async () => {
    for (const headers of [chunked, { 'content-length': '10' }]) {
      const exact = message(headers)
      const reading = codeOf(readBody(exact, 10, bodyBudget(100)))
      exact.end('0123456789')
      expect(await reading).toBe('0123456789')
    }
    for (const headers of [chunked, { 'content-length': '11' }]) {
      const over = message(headers)
      const reading = codeOf(readBody(over, 10, bodyBudget(100)))
      over.write('0123456789')
      over.end('x')
      expect(await reading).toBe('payload_too_large')
    }
  })

  test('that breaks off is malformed', async () => {
    const broken = message({ 'content-length': '10' })
    const reading = codeOf(readBody(broken, 10, bodyBudget(100)))
    broken.write('012')
    broken.destroy()
    expect(await reading).toBe('malformed_body')
  })
})

describe('the memory of all bodies', () => {
  test('is bounded, and free again after each, however it ended', async () => {
    const budget = bodyBudget(15)
    const first = message(chunked)
    const reading = codeOf(readBody(first, 10, budget))
    first.write('0123456789')
    const second = message(chunked)
    const crowded = codeOf(readBody(second, 10, budget))
    second.end('0123456789')
    expect(await crowded).toBe('overloaded')
    first.end()
    expect(await reading).toBe('0123456789')
    const tooLarge = message(chunked)
    const refused = codeOf(readBody(tooLarge, 10, budget))
    tooLarge.write('0123456789')
    tooLarge.end('0123456789')
    expect(await refused).toBe('payload_too_large')
    const broken = message(chunked)
    const breaking = codeOf(readBody(broken, 10, budget))
    broken.write('0123456789')
    broken.destroy()
    await breaking
    expect([budget.reserve(15), budget.reserve(1)]).toEqual([true, false])
  })
})
