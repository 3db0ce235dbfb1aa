import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  consistencyProof,
  cosignedAt,
  formatWitnessRequest,
  newPrivateKey,
  openSigner,
  readNote,
  rootOf,
  signCheckpoint,
} from '@nani/engines/transparency-log/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { treeInMemory } from '../../engines/src/transparency-log/testing/tree-in-memory.ts'
import { createWitness, type Witness } from './witness.ts'
import { openWitnessKey } from './witness-key.ts'
import { openWitnessStore, originHash } from './witness-store.ts'

const origin = 'log.example/production'
const log = openSigner(origin, 'ed25519', newPrivateKey())
const clock = { now: () => 1_700_000_000_000 }

let folder = ''
const refused: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nani-witness-'))
  refused.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

const openWitness = async (name = 'witness.example', at = folder): Promise<Witness> => {
  const store = await openWitnessStore(at)
  const signer = await openWitnessKey(at, name)
  return createWitness({ store, signer, logs: [log], clock, onRefused: (_origin, why) => refused.push(why) })
}

const history = async (name: string, size: number) => {
  const tree = treeInMemory()
  await tree.append(Array.from({ length: size }, (_, index) => Buffer.from(`${name} ${index}`)))
  return {
    async request(oldSize: number, ofSize: number, signer = log) {
      const root = await rootOf(ofSize, tree.readTile)
      const signed = signCheckpoint({ origin: signer.name, size: ofSize, root }, signer)
      return formatWitnessRequest({
        oldSize,
        proof: await consistencyProof(oldSize, ofSize, tree.readTile),
        signed,
      })
    },
  }
}

test('a log that grows is cosigned, and the cosignature verifies with the key of the witness', async () => {
  const witness = await openWitness()
  const { request } = await history('a', 600)
  for (const [oldSize, size] of [
    [0, 0],
    [0, 3],
    [3, 300],
    [300, 600],
    [600, 600],
  ] as const) {
    const answer = await witness.addCheckpoint(await request(oldSize, size))
    expect(answer.status).toBe(200)
    const text = readNote((await request(oldSize, size)).split('\n\n').slice(1).join('\n\n')).text
    const key = await openWitnessKey(folder, 'witness.example')
    expect(cosignedAt(readNote(`${text}\n${answer.body}`), key)).toBe(clock.now())
  }
  const { status, body } = await witness.checkpointOf(originHash(origin))
  expect([status, readNote(body).signatures.map(({ name }) => name)]).toEqual([
    200,
    [origin, 'witness.example'],
  ])
})

test('a witness that was started again has forgotten nothing', async () => {
  const { request } = await history('a', 20)
  await (await openWitness()).addCheckpoint(await request(0, 20))
  const again = await openWitness()
  expect(await again.addCheckpoint(await request(0, 10))).toMatchObject({
    ...{ status: 409, body: '20\n', contentType: 'text/x.tlog.size' },
  })
  expect(refused).toEqual(['it was asked to cosign 10 leaves after 20'])
})

test('another history of the same size, or a later one, is refused', async () => {
  const witness = await openWitness()
  const [one, other] = [await history('a', 30), await history('b', 30)]
  expect((await witness.addCheckpoint(await one.request(0, 20))).status).toBe(200)
  expect((await witness.addCheckpoint(await other.request(20, 20))).status).toBe(422)
  expect((await witness.addCheckpoint(await other.request(20, 30))).status).toBe(422)
  expect((await witness.addCheckpoint(await one.request(20, 30))).status).toBe(200)
  expect(refused).toHaveLength(2)
})

test('another history of the same size is kept as evidence, whatever old size it states, once for a checkpoint', async () => {
  const witness = await openWitness()
  const [one, other] = [await history('a', 30), await history('b', 30)]
  await witness.addCheckpoint(await one.request(0, 20))
  for (const old of [0, 5, 10])
    expect((await witness.addCheckpoint(await other.request(old, 20))).status).toBe(409)
  expect(refused).toHaveLength(3)
  expect((await readdir(join(folder, 'refused'))).length).toBe(1)
})

test('while a log changes its key, a checkpoint of either key is cosigned', async () => {
  const later = openSigner(origin, 'ed25519', newPrivateKey())
  const store = await openWitnessStore(folder)
  const signer = await openWitnessKey(folder, 'witness.example')
  const witness = createWitness({ store, signer, logs: [log, later], clock, onRefused: () => {} })
  const { request } = await history('a', 30)
  expect((await witness.addCheckpoint(await request(0, 10))).status).toBe(200)
  expect((await witness.addCheckpoint(await request(10, 20, later))).status).toBe(200)

  // A log that signs with both keys. What the witness publishes has each line that it verified.
  const lineOf = async (signer: typeof log) => (await request(20, 30, signer)).trimEnd().split('\n').at(-1)
  const both = `${await request(20, 30)}${await lineOf(later)}\n`
  expect((await witness.addCheckpoint(both)).status).toBe(200)
  const { body } = await witness.checkpointOf(originHash(origin))
  expect(readNote(body).signatures.map(({ id }) => id)).toEqual([log.id, later.id, signer.id])

  // A valid line of one key does not excuse one of the other that is not.
  const other = await history('b', 30)
  const ofOtherText = (await other.request(30, 30, later)).trimEnd().split('\n').at(-1)
  expect((await witness.addCheckpoint(`${await request(30, 30)}${ofOtherText}\n`)).status).toBe(403)
})

test('checkpoints of the past that anyone sends again displace no evidence, and stay bounded', async () => {
  const store = await openWitnessStore(folder, { contradicting: 2, unproven: 3 })
  const signer = await openWitnessKey(folder, 'witness.example')
  const witness = createWitness({ store, signer, logs: [log], clock, onRefused: () => {} })
  const [one, other] = [await history('a', 30), await history('b', 30)]
  await witness.addCheckpoint(await one.request(0, 20))
  for (let size = 1; size < 10; size++) await witness.addCheckpoint(await one.request(0, size))
  // A checkpoint that is newer, with a proof that someone broke.
  const broken = (await one.request(10, 30)).replace('old 10', 'old 20')
  expect((await witness.addCheckpoint(broken)).status).toBe(422)
  expect(await readdir(join(folder, 'unproven'))).toHaveLength(3)
  expect(await readdir(join(folder, 'refused'))).toHaveLength(0)

  expect((await witness.addCheckpoint(await other.request(0, 20))).status).toBe(409)

  expect(await readdir(join(folder, 'refused'))).toHaveLength(1)
})

test('two histories that are presented to two witnesses are each refused by the other witness', async () => {
  const second = await mkdtemp(join(tmpdir(), 'nani-witness-'))
  const [witnessOne, witnessTwo] = [
    await openWitness('one.example'),
    await openWitness('two.example', second),
  ]
  const [one, two] = [await history('a', 40), await history('b', 40)]
  expect((await witnessOne.addCheckpoint(await one.request(0, 20))).status).toBe(200)
  expect((await witnessTwo.addCheckpoint(await two.request(0, 20))).status).toBe(200)
  expect((await witnessTwo.addCheckpoint(await one.request(20, 40))).status).toBe(422)
  expect((await witnessOne.addCheckpoint(await two.request(20, 40))).status).toBe(422)
  await rm(second, { recursive: true })
})

test('of two requests that arrive together one is cosigned', async () => {
  const witness = await openWitness()
  const [one, other] = [await history('a', 30), await history('b', 30)]
  await witness.addCheckpoint(await one.request(0, 0))
  const both = [
    witness.addCheckpoint(await one.request(0, 20)),
    witness.addCheckpoint(await other.request(0, 30)),
  ]
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a request that the protocol forbids has its status', async () => {
  const witness = await openWitness()
  const { request } = await history('a', 20)
  const good = await request(0, 20)
  const stranger = openSigner('stranger.example', 'ed25519', newPrivateKey())
  const impostor = openSigner(origin, 'ed25519', newPrivateKey())
  const statusOf = async (body: string) => (await witness.addCheckpoint(body)).status
  expect(await statusOf('nonsense')).toBe(400)
  expect(await statusOf(good.replace('old 0', 'old 21'))).toBe(400)
  expect(await statusOf(await request(0, 20, stranger))).toBe(404)
  expect(await statusOf(await request(0, 20, impostor))).toBe(403)
  expect(await statusOf(good.replace('old 0\n', `old 0\n${Buffer.alloc(32).toString('base64')}\n`))).toBe(422)
  expect(await statusOf(await request(1, 20))).toBe(409)
  expect((await witness.checkpointOf(originHash(origin))).status).toBe(404)
})
