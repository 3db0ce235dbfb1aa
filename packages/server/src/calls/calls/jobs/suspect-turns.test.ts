import { expect, test } from 'vitest'
import { suspectTurns } from './suspect-turns.ts'

const held = () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}

test('one suspect runs at a time, and the one that was started least is next', async () => {
  const turns = suspectTurns()
  const [first, begun] = [held(), [] as string[]]
  const run = (name: string, starts: number, until: Promise<void>) =>
    turns.take(starts, async () => {
      begun.push(name)
      await until
    })
  const nothing = Promise.resolve()
  const all = [
    run('first', 2, first.ended),
    run('thrice', 3, nothing),
    run('once', 1, nothing),
    run('twice', 2, nothing),
  ]
  await nothing
  expect(begun).toEqual(['first'])
  first.end()
  await Promise.all(all)
  expect(begun).toEqual(['first', 'once', 'twice', 'thrice'])
})

test('a suspect that fails gives its turn to the next', async () => {
  const turns = suspectTurns()
  const failing = turns.take(1, () => Promise.reject(new Error('failed')))
  const next = turns.take(1, async () => 'done')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
})
