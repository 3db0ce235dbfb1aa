import { manualClock } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { createQuestions } from './questions.ts'

test('who waits too long for the turn of others asks nothing, and the database is not silent for it', async () => {
  const ends: (() => void)[] = []
  const questions = createQuestions(
    manualClock(0),
    () => new Promise((resolve) => ends.push(() => resolve(null))),
  )
  const { promise, resolve } = Promise.withResolvers<string>()
  let asked = 0
  const ask = async () => ++asked
  const first = questions(() => promise)
  const second = questions(ask)
  const [, endOfSecond] = ends
  endOfSecond?.()
  resolve('answer')
  expect([await first, await second, asked]).toEqual([{ answer: 'answer' }, { error: null }, 0])
  expect(await questions(ask)).toEqual({ answer: 1 })
})

test('a thousand callers wait for a database, and the next one is not counted at once', async () => {
  const questions = createQuestions(manualClock(0), () => new Promise(() => {}))
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = Array.from({ length: 1_000 }, () => questions(() => promise))
  expect(await questions(async () => 'answer')).toEqual({ error: null })
  resolve('late')
  expect(new Set((await Promise.all(waiting)).map((asked) => 'answer' in asked))).toEqual(new Set([true]))
})
