import { beforeAll, expect, test } from 'vitest'
import { signCheckpoint } from './checkpoint.ts'
import { cosign } from './cosignature.ts'
import { newPrivateKey, openSigner } from './note-key.ts'
import { readNote } from './signed-note.ts'
import { treeInMemory } from './testing/tree-in-memory.ts'
import { inclusionProof, rootOf } from './tiles.ts'
import { formatTlogProof, readTlogProof, type TlogProof, verifyTlogProof } from './tlog-proof.ts'
import { formatWitnessRequest, readWitnessRequest } from './witness-request.ts'

const signer = openSigner('log.example', 'ed25519', newPrivateKey())
const witness = openSigner('witness.example', 'cosignature', newPrivateKey())
const stranger = openSigner('stranger.example', 'cosignature', newPrivateKey())
const tree = treeInMemory()
const entries = Array.from({ length: 300 }, (_, index) => Buffer.from(`entry ${index}`))
let signed = ''

beforeAll(async () => {
  await tree.append(entries)
  const root = await rootOf(300, tree.readTile)
  signed = signCheckpoint({ origin: 'log.example', size: 300, root }, signer)
})

const proofOf = async (index: number): Promise<TlogProof> => ({
  ...{ extra: Buffer.from('{}'), index, proof: await inclusionProof(index, 300, tree.readTile) },
  checkpoint: signed + cosign(readNote(signed).text, 5_000, witness),
})

test('a proof is read as it was written, and verifies with the keys alone', async () => {
  const proof = await proofOf(259)
  const text = formatTlogProof(proof)
  expect(text.startsWith('c2sp.org/tlog-proof@v1\nextra e30=\nindex 259\n')).toBe(true)
  expect(readTlogProof(text)).toEqual(proof)
  const verified = verifyTlogProof(readTlogProof(text), entries[259] as Buffer, {
    key: signer,
    witnesses: [witness, stranger],
  })
  expect(verified).toEqual({
    index: 259,
    size: 300,
    origin: 'log.example',
    cosigned: new Map([['witness.example', 5_000]]),
  })
})

test('a proof of another entry, another key or another checkpoint is refused', async () => {
  const proof = await proofOf(7)
  const entry = entries[7] as Buffer
  expect(() => verifyTlogProof(proof, entries[8] as Buffer, { key: signer })).toThrow('is not the leaf 7')
  expect(() => verifyTlogProof({ ...proof, index: 8 }, entry, { key: signer })).toThrow('is not the leaf 8')
  const other = openSigner('log.example', 'ed25519', newPrivateKey())
  expect(() => verifyTlogProof(proof, entry, { key: other })).toThrow('not signed by the key')
  const larger = { ...proof, checkpoint: proof.checkpoint.replace('\n300\n', '\n301\n') }
  expect(() => verifyTlogProof(larger, entry, { key: signer })).toThrow('not signed by the key')
})

test.each([
  '',
  'c2sp.org/tlog-proof@v1\nindex 01\n\nx',
  'c2sp.org/tlog-proof@v1\nindex 1\nnot base64!\n\nx',
  'c2sp.org/tlog-proof@v2\nindex 1\n\nx',
])('a text that is not a proof is refused: %j', (text) => {
  expect(() => readTlogProof(text)).toThrow(/proof/)
})

test('a request to a witness is read as it was written, and a malformed one is refused', async () => {
  const request = { oldSize: 12, proof: (await proofOf(3)).proof as Buffer[], signed }
  expect(readWitnessRequest(formatWitnessRequest(request))).toMatchObject(request)
  for (const body of [
    '',
    `old 012\n\n${signed}`,
    `old 1\nnot base64\n\n${signed}`,
    'old 1\n\nno checkpoint\n',
  ])
    expect(() => readWitnessRequest(body)).toThrow()
})
