import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  cosign,
  isConsistent,
  isSignedBy,
  newPrivateKey,
  openSigner,
  readWitnessRequest,
} from '@nani/engines/transparency-log/index.ts'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon } from '../../../../../../testing/noon.ts'
import { newestCosigned } from '../checkpoints.ts'
import { proveEntry, verifyEntryProof } from '../prove-entry.ts'
import { runSequencer } from '../run-sequencer.ts'
import { type LogWorld, openLogWorld } from '../testing/log-world.ts'
import { askWitnesses, readWitnessStates, type WitnessRefusal } from './witnesses.ts'

const signer = openSigner('witness.example', 'cosignature', newPrivateKey())
const witnesses = [{ key: signer, url: 'https://witness.example' }]

let world: LogWorld
let refusals: WitnessRefusal[] = []
let errors: string[] = []
/** The size and the root that the witness cosigned last, by origin. */
let known = new Map<string, { size: number; root: Buffer }>()

beforeEach(async () => {
  world = await openLogWorld()
  refusals = []
  errors = []
  known = new Map()
})
afterEach(() => world.database.drop())

/** A witness that keeps its state in memory. */
const post = async (_url: string, body: string) => {
  const { oldSize, proof, checkpoint, note } = readWitnessRequest(body)
  const { origin, size, root } = checkpoint
  const environment = origin.endsWith('sandbox') ? 'sandbox' : 'production'
  expect(isSignedBy(note, world.signers[environment])).toBe(true)
  const old = known.get(origin) ?? { size: 0, root }
  if (old.size !== oldSize) return { status: 409, body: `${old.size}\n` }
  if (!isConsistent({ oldSize, oldRoot: old.root, size, root, proof })) return { status: 422, body: '' }
  known.set(origin, { size, root })
  return { status: 200, body: cosign(note.text, noon, signer) }
}

const ask = (answer: typeof post = post) =>
  askWitnesses({
    ...{ pool: world.database.pool, witnesses, post: answer },
    onRefused: async (refusal) => void refusals.push(refusal),
    onError: (error) => errors.push((error as Error).message),
  })

test('cosignatures are stored with the checkpoint, and a proof has them', async () => {
  const [entryId = ''] = await world.write(3)
  await world.sequence()
  await ask()
  await world.write(2)
  await world.sequence()
  await ask()
  expect((await newestCosigned(world.database.pool, 'production'))?.size).toBe(5)
  const proof = await proveEntry(world.database.pool, world.archive, {
    applicationId: 'app_p',
    entryId,
    day: '2026-03-15',
  })
  const keys = { key: world.signers.production, witnesses: [signer] }
  const verified = verifyEntryProof(proof.state === 'proved' ? proof.text : '', keys)
  expect(verified.cosigned).toEqual([{ witness: 'witness.example', at: '2026-03-15T12:00:00.000Z' }])
  expect([refusals, errors]).toEqual([[], []])
})

test('a log that lost what the witness knows is asked about by the size of the witness', async () => {
  await world.write(3)
  await world.sequence()
  await ask()
  await world.database.pool.query('delete from audit_witnesses')
  await ask()
  expect([refusals, errors]).toEqual([[], []])
})

test('a checkpoint that another process had cosigned meanwhile is no refusal', async () => {
  await world.write(3)
  await world.sequence()
  await ask()
  await world.write(2)
  await world.sequence()
  // While this process asks, another one appends, and has the newer checkpoint cosigned.
  await ask(async (url, body) => {
    if (!readWitnessRequest(body).checkpoint.origin.endsWith('production')) return post(url, body)
    await world.write(4)
    await world.sequence()
    return { status: 409, body: '9\n' }
  })
  expect([refusals, errors]).toEqual([[], []])
})

test('a checkpoint that another process had cosigned between two questions is no refusal', async () => {
  await world.write(3)
  await world.sequence()
  await ask()
  await world.write(2)
  await world.sequence()
  await world.database.pool.query('update audit_witnesses set size = 0')
  const answers: number[] = []
  await ask(async (url, body) => {
    if (!readWitnessRequest(body).checkpoint.origin.endsWith('production')) return post(url, body)
    // The other process is first with the same checkpoint.
    if (answers.length === 1) await ask()
    const answer = await post(url, body)
    answers.push(answer.status)
    return answer
  })
  expect(answers).toEqual([409, 409, 200])
  expect([refusals, errors]).toEqual([[], []])
})

test('another root of a size that the witness cosigned is refused', async () => {
  await world.write(3)
  await world.sequence()
  await ask(async (_url, body) => ({ status: 409, body: `${readWitnessRequest(body).checkpoint.size}\n` }))
  expect(refusals.find(({ environment }) => environment === 'production')?.reason).toContain(
    'the history was changed',
  )
})

test('a restored backup is refused: by its size, and later by its history', async () => {
  await world.write(3)
  await world.sequence()
  await ask()
  // The witness saw what was written after the backup.
  const origin = world.signers.production.name
  known.set(origin, { size: 5, root: Buffer.alloc(32, 1) })
  await ask()
  expect(refusals).toMatchObject([{ environment: 'production', sizes: { size: 3, witness_size: 5 } }])
  expect(refusals[0]?.reason).toContain('It cosigned 5 leaves earlier, and the log has only 3')
  await world.write(4)
  await world.sequence()
  await ask()
  expect(refusals[1]?.reason).toContain('does not continue the one that it cosigned with 5 leaves')
  const states = await readWitnessStates(world.database.pool, witnesses)
  expect(states.find(({ environment }) => environment === 'production')?.refusal).toContain(
    'the history was changed',
  )
  expect(states.find(({ environment }) => environment === 'sandbox')?.refusal).toBeNull()
})

test.each([
  ['another status', { status: 503, body: '' }, 'answered 503'],
  ['that it does not know the log', { status: 404, body: '' }, 'does not know the log'],
  ['409 without a size', { status: 409, body: 'x' }, '409 without a size'],
  [
    'a cosignature of another key',
    { status: 200, body: '— other.example AAAAAAA=\n' },
    'without a valid cosignature',
  ],
])('%s of a witness is an error and no refusal', async (_name, answer, message) => {
  await world.write(1)
  await world.sequence()
  await ask(async () => answer)
  expect(refusals).toEqual([])
  expect(errors.join()).toContain(message)
})

test('a log that a witness does not know must be looked at, and the line in the log says what to do', async () => {
  await world.write(1)
  await world.sequence()
  const answer = { status: 404, body: '' }
  const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { pool } = world.database
  const lines: string[] = []
  const sequencer = runSequencer({
    ...{ pool, alarms: pool, random: systemRandom(), clock: { now: () => noon } },
    log: (line) => void lines.push(line),
    // Nothing waits to be signed.
    ...{
      vault: createVault(randomBytes(32), 'audit-log', systemRandom()),
      detection: { raise: async () => {} },
    },
    witnesses: [{ key: signer, url: `http://127.0.0.1:${port}` }],
  })
  expect(sequencer.isDoubtful()).toBe(false)
  sequencer.start()
  await expect.poll(() => sequencer.isDoubtful()).toBe(true)
  expect(lines.join()).toContain('Start it with the key of the log too.')
  await sequencer.stop()
  server.close()
})
