import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { answerMemoryBounds, createAnswerMemories } from './answer-memory.ts'
import { bodyBudget } from './body-budget.ts'

const mebibyte = 1024 * 1024
/** A page of 8 MB in base64. */
const pageBytes = 10_700_000

const newMemories = (changes: Partial<typeof answerMemoryBounds> = {}) => {
  const bodies = bodyBudget(512 * mebibyte, 256 * mebibyte)
  const open = createAnswerMemories(bodies, { ...answerMemoryBounds, maxWaitMs: 30, ...changes })
  const begin = (name: string) => open({ budgetKey: name, application: { applicationId: name } })
  return { bodies, begin }
}
const newResponse = () => new EventEmitter() as unknown as ServerResponse & EventEmitter

/** Renders a page and sends it to a caller that does not read. */
const leaveUnread = async ({ begin }: ReturnType<typeof newMemories>, name: string) => {
  const memory = begin(name)
  const response = newResponse()
  await memory.holdPage(300_000).catch((error) => {
    memory.release()
    throw error
  })
  expect(memory.settle(pageBytes, true)).toBe(true)
  memory.releaseAfter(response)
  return response
}
const outcomesOf = async (pages: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(pages)).map((page) => (page.status === 'fulfilled' ? 'sent' : page.reason.code))
const times = <Result>(count: number, make: () => Result) => Array.from({ length: count }, make)

test('of 60 unread pages of one application two are sent; the others are refused and use no memory', async () => {
  const memories = newMemories()
  const outcomes = await outcomesOf(times(60, () => leaveUnread(memories, 'one')))
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(2)
  expect(outcomes.filter((outcome) => outcome === 'overloaded')).toHaveLength(58)
  // The other half of the share of the same key is free.
  expect(memories.bodies.reserve('one', 256 * mebibyte - 2 * pageBytes)).toBe(true)
})

test('any number of applications with unread pages leave half of the memory to bodies', async () => {
  const memories = newMemories()
  const names = times(40, () => '').map((_name, index) => `application ${index}`)
  const outcomes = await outcomesOf(names.flatMap((name) => times(3, () => leaveUnread(memories, name))))
  const sent = outcomes.filter((outcome) => outcome === 'sent').length
  expect(sent).toBeGreaterThanOrEqual(20)
  expect(sent).toBeLessThanOrEqual(answerMemoryBounds.maxPages)
  expect(memories.bodies.reserve('other', 256 * mebibyte)).toBe(true)
})

test('a waiting page is rendered when another was received', async () => {
  const memories = newMemories({ maxWaitMs: 60_000 })
  const [first] = await Promise.all(times(2, () => leaveUnread(memories, 'one')))
  const third = leaveUnread(memories, 'one')
  expect(await outcomesOf([leaveUnread(memories, 'other')])).toEqual(['sent'])
  first?.emit('close')
  expect(await outcomesOf([third])).toEqual(['sent'])
})

test('small pages need no slot', async () => {
  const memories = newMemories()
  await Promise.all(times(2, () => leaveUnread(memories, 'one')))
  const memory = memories.begin('one')
  await memory.holdPage(200_000)
  await expect(memory.holdPage(100_000)).rejects.toMatchObject({
    code: 'overloaded',
    context: { retry_after: 1 },
  })
})

test('responses of one key have an eighth of the memory of bodies', async () => {
  const { bodies, begin } = newMemories()
  const memory = begin('one')
  memory.hold(64 * mebibyte)
  expect(() => begin('one').hold(100_000)).toThrow(expect.objectContaining({ code: 'overloaded' }))
  expect(begin('one').settle(100_000, true)).toBe(false)
  // A response of committed work is sent and counted.
  expect(begin('one').settle(100_000, false)).toBe(true)
  begin('other').hold(mebibyte)
  memory.release()
  begin('one').hold(63 * mebibyte)
  expect(bodies.reserve('one', 192 * mebibyte)).toBe(true)
})
