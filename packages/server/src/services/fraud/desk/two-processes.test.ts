import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proposeDecision, startFraudCase } from './case-acts.ts'
import { amani, type DeskWorld, startDeskWorld } from './desk-world.fixture.ts'

let world: DeskWorld
const children: ChildProcess[] = []
beforeAll(async () => {
  world = await startDeskWorld()
})
afterAll(async () => {
  for (const child of children) child.kill()
  await world.stop()
})

const decisions = 32

test('of 64 decisions at the same time on two processes one is made', { timeout: 60_000 }, async () => {
  const { named, number, current, countChanges } = await world.report({ subject: { full_name: 'A' } })
  await startFraudCase(amani, named, world.desk)
  await proposeDecision(amani, { ...named, status: 'confirmed', reason: 'two witnesses' }, world.desk)
  for (let index = 0; index < 2; index++) {
    const child = fork(join(import.meta.dirname, 'deciding-process.fixture.ts'))
    children.push(child)
    const { url } = world.modes.database
    child.send({
      url,
      rootKey: world.rootKey.toString('hex'),
      caseNumber: number,
      decisions,
      nowMs: world.clock.now(),
    })
    await once(child, 'message')
  }
  const replies = children.map((child) => once(child, 'message'))
  for (const child of children) child.send('go')
  const codes = (await Promise.all(replies)).flatMap(([reply]) => reply as (string | null)[])
  expect(codes).toHaveLength(2 * decisions)
  expect(codes.filter((code) => code === null)).toHaveLength(1)
  const { status } = await current()
  const refusal = status === 'confirmed' ? 'case_status_not_allowed' : 'no_proposal'
  expect(codes.filter((code) => code === refusal)).toHaveLength(2 * decisions - 1)
  expect(['confirmed', 'under_review']).toContain(status)
  expect(await countChanges()).toBe(status === 'confirmed' ? 2 : 1)
})
