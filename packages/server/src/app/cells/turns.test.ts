import { manualClock } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

test('an act whose turn comes too late is refused and not performed, and later ones are', async () => {
  const clock = manualClock(0)
  const turns = openTurns(clock)
  const hanging = Promise.withResolvers<void>()
  const performed: string[] = []
  const act = (name: string) =>
    turns('org_one', async () => {
      performed.push(name)
    })
  const begun = Promise.withResolvers<void>()
  const first = turns('org_one', () => {
    begun.resolve()
    return hanging.promise
  })
  await begun.promise
  const early = act('early').catch((error: unknown) => error)
  clock.advance(1)
  const late = act('late')
  clock.advance(15_000)
  hanging.resolve()
  await first
  expect(await early).toMatchObject({ code: 'overloaded' })
  await late
  await act('next')
  expect(performed).toEqual(['late', 'next'])
})
