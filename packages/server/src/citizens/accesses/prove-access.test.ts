import {
  newPrivateKey,
  openSigner,
  readVerifierKey,
  verifierKey,
} from '@nani/engines/transparency-log/index.ts'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon } from '../../../../../testing/noon.ts'
import { sequenceStep, verifyEntryProof } from '../../app/audit-transparency/index.ts'
import { type AccessWorld, startAccessWorld } from '../../testing/access-world.ts'
import { listAccesses } from './index.ts'
import { proveAccess } from './prove-access.ts'

const signers = {
  sandbox: openSigner('log.example/sandbox', 'ed25519', newPrivateKey()),
  production: openSigner('log.example/production', 'ed25519', newPrivateKey()),
}
const citizen = 'COD-7777-1000-0001'

let world: AccessWorld
beforeAll(async () => {
  world = await startAccessWorld()
})
afterAll(() => world.stop())

const listed = async () => (await listAccesses(world.citizen(citizen), {}, world.accesses)).entries
const sequence = async (): Promise<void> => {
  const dependencies = {
    pool: world.accesses.pool,
    clock: { now: () => noon },
    random: systemRandom(),
    readSigners: async () => signers,
  }
  while ((await sequenceStep(dependencies)).more);
}

test('an access is in the log after the next checkpoint, and its proof verifies with the published key', async () => {
  await world.read({ svcId: citizen, outcome: 'match' })
  const [before] = await listed()
  expect(before?.in_log).toBe(false)
  const id = before?.id ?? ''
  await expect(proveAccess(world.citizen(citizen), { id }, world.accesses)).rejects.toMatchObject({
    code: 'not_found',
  })
  await sequence()
  expect((await listed())[0]?.in_log).toBe(true)
  const file = await proveAccess(world.citizen(citizen), { id }, world.accesses)
  const published = readVerifierKey(verifierKey(signers.production))
  const { entry } = verifyEntryProof(file.content.toString(), { key: published, witnesses: [] })
  expect(`${String(entry.day).replaceAll('-', '')}.${entry.application_id}.${entry.entry_id}`).toBe(id)
})

test('the proof of an access of another citizen is not found', async () => {
  await world.read({ svcId: citizen, outcome: 'match' })
  await sequence()
  const [access] = await listed()
  const stranger = world.citizen('COD-7777-1000-0002')
  const asked = proveAccess(stranger, { id: access?.id ?? '' }, world.accesses)
  await expect(asked).rejects.toMatchObject({ code: 'not_found' })
})
