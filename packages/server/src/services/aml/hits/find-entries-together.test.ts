import { expect, test } from 'vitest'
import { found } from '../../../testing/screening-sources.ts'
import { findEntriesTogether } from './find-entries-together.ts'

const entries = Array.from({ length: 5 }, () => found('un'))
const ids = entries.map(({ entryId }) => entryId)

const counting = () => {
  const asked: (readonly number[])[] = []
  const find = findEntriesTogether(async (of) => {
    asked.push(of)
    return entries.filter(({ entryId }) => of.includes(entryId))
  })
  return { asked, find }
}

test('screenings at the same time share a read, and each gets its own entries in its own order', async () => {
  const { asked, find } = counting()
  const [a, b, c] = ids as [number, number, number]
  const answers = await Promise.all([find([b, a]), find([a, 999_999]), find([c]), find([])])
  expect(answers.map((answer) => answer.map(({ entryId }) => entryId))).toEqual([[b, a], [a], [c], []])
  expect(asked).toEqual([[b, a, 999_999, c]])
})

test('more entries than one read may have are read one screening at a time', async () => {
  const { asked, find } = counting()
  const many = (from: number) => Array.from({ length: 600 }, (_, at) => from + at)
  const answers = await Promise.all([find(many(1_000_000)), find([ids[0] as number, ...many(2_000_000)])])
  expect(answers.map((answer) => answer.length)).toEqual([0, 1])
  expect(asked.map((of) => of.length)).toEqual([600, 601])
})
