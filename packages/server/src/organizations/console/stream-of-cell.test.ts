import { setImmediate } from 'node:timers/promises'
import { Refusal } from '@nani/foundation/core/index.ts'
import { expect, onTestFinished, test } from 'vitest'
import { sendToMember } from './request-streams.ts'

test('a stream beyond the bounds while the cell is away is refused, and the process goes on', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  // In place of the handlers of the runner, which would fail on it, too.
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note)
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection')
    for (const listener of before) process.on('unhandledRejection', listener)
  })
  const send = sendToMember({
    streams: { send: (() => 204) as never },
    followersOf: async () => {
      throw new Refusal('overloaded', { retry_after: 5 })
    },
    rolesOf: async () => ['owner'],
  })
  const actor = { kind: 'member', personId: 'per_1', organizationId: 'org_1', roles: ['owner'] }
  expect(send({} as never, { topic: 'app_1', actor } as never)).toBe(204)
  await setImmediate()
  await setImmediate()
  expect(unhandled).toEqual([])
})
