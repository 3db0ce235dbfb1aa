import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../organizations/console/testing/console-world.ts'
import { openKilledRequests, type SentRequest } from '../../organizations/console/testing/killed-request.ts'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'
import { openSharedActs, type Person, type SharedAct } from './testing/shared-acts.ts'

let world: DeskWorld
let killed: ReturnType<typeof openKilledRequests>
let acts: Record<string, SharedAct>
let [first, second] = [] as unknown as [DeskPerson, DeskPerson]
beforeAll(async () => {
  world = await startDesk()
  first = await world.enrol(['supervisor'])
  second = await world.enrol(['supervisor'])
  acts = await openSharedActs(world, first)
  const fixture = join(import.meta.dirname, 'testing/desk-process.fixture.ts')
  killed = openKilledRequests(fixture, { ...world.console, consoleUrl: world.console.url })
})
afterAll(async () => {
  await killed.stop()
  await world.stop()
})

/** Their change sends an event to applications. */
const actsWithEvents = new Set([
  ...['reviews.decide_proposal', 'applications.restore_service', 'organizations.suspend'],
  ...['billing.adjust', 'cases.decide', 'cases.decide_objection'],
])

/** The request that a person would send. */
const requestOf = async (send: (by: Person) => Promise<unknown>, by: DeskPerson): Promise<SentRequest> => {
  const sent: SentRequest[] = []
  const post = async (path: string, body: unknown = {}) => {
    sent.push({ by, method: 'POST', path, body })
    return {} as Answer
  }
  await send({ get: by.get, post })
  return sent[0] as SentRequest
}

/** Each run meets another act. `npm run test:killed-acts` meets every act, in two minutes. */
const chosen = (): string[] => {
  const names = Object.keys(acts)
  return process.env.NANI_TEST_ACTS === 'all' ? names : [names[randomInt(names.length)] as string]
}

test('a proposal, and a decision, that was killed before its commit made nothing, and after it all with its event', {
  timeout: 600_000,
}, async () => {
  for (const name of chosen()) {
    const { act, executed, propose = act } = acts[name] as SharedAct
    const proposed = await killed.killTwice(await requestOf(propose, first))
    expect({ name, isProposed: proposed.entries.length > 0, executed: await executed() }).toEqual({
      ...{ name, isProposed: true, executed: 0 },
    })
    const decided = await killed.killTwice(await requestOf(act, second))
    expect({ name, executed: await executed(), sent: decided.tables.includes('events') }).toEqual({
      ...{ name, executed: 1, sent: actsWithEvents.has(name) },
    })
  }
})
