import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { announce, createAnnouncer, listenForNames } from './announcements.ts'

const announcements = { channel: 'nani_test_names', maxNames: 150, pauseMs: 1 }
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const listen = async () => {
  const heard: (string | null)[] = []
  const listener = await listenForNames(database.url, announcements, (name) => heard.push(name))
  return { heard, stop: listener.stop }
}

test('an announcement reaches every listener, even with more names than one notification', async () => {
  const [one, other] = [await listen(), await listen()]
  const names = Array.from({ length: 400 }, (_, index) => `app_${String(index).padStart(26, '0')}`)
  await announce(database.pool, announcements, names)
  for (const { heard, stop } of [one, other]) {
    // The first is null: earlier announcements are unknown.
    await expect.poll(() => heard.length).toBe(401)
    expect(heard).toEqual([null, ...names])
    await stop()
  }
})

/** Announces to a database that collects the payloads, or fails. */
const openAnnouncer = () => {
  const state = { sent: [] as string[], errors: [] as unknown[], fails: false }
  const database = {
    query: async ({ values }: { values: string[] }) => {
      if (state.fails) throw new Error('away')
      state.sent.push(values[1] as string)
    },
  }
  const announcer = createAnnouncer(database as never, announcements, (error) => state.errors.push(error))
  return { state, announcer }
}

test('the first name is announced at once, and the names that follow share an announcement', async () => {
  const { state, announcer } = openAnnouncer()
  for (let turn = 0; turn < 100; turn++) announcer.announce(`name_${turn % 10}`)
  await announcer.idle()
  expect(state.sent[0]).toBe('name_0')
  expect(state.sent).toHaveLength(2)
  expect(state.sent[1]?.split(' ').toSorted()).toEqual(
    Array.from({ length: 10 }, (_, turn) => `name_${turn}`),
  )
  expect(state.errors).toEqual([])
})

test('a failed announcement is reported, and the next one is sent', async () => {
  const { state, announcer } = openAnnouncer()
  state.fails = true
  announcer.announce('name_1')
  await announcer.idle()
  state.fails = false
  announcer.announce('name_2', 'name_3')
  await announcer.idle()
  expect(state.errors).toHaveLength(1)
  expect(state.sent).toEqual(['name_2 name_3'])
})
