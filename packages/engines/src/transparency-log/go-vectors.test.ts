import { createPrivateKey } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openCheckpoint, signCheckpoint } from './checkpoint.ts'
import { leafHash, sha256 } from './merkle-hash.ts'
import { isConsistent, isIncluded } from './merkle-proof.ts'
import { openSigner, readVerifierKey, verifierKey } from './note-key.ts'
import vectors from './testing/go-sumdb-vectors.json' with { type: 'json' }
import { treeInMemory } from './testing/tree-in-memory.ts'
import { tilePath } from './tile-path.ts'
import { consistencyProof, hashesIn, inclusionProof, rootOf, widthOfTile } from './tiles.ts'

/* The vectors were calculated by the implementation of the Go project, which is not ours. */

const size = 70_000
const entryOf = (index: number) => sha256(Buffer.from(`leaf ${index}`))
const tree = treeInMemory()
const base64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'))
const bytes = (text: string) => Buffer.from(text, 'base64')

beforeAll(async () => {
  // Steps of uneven length, so that an append begins and ends at every place of a tile.
  for (let from = 0; from < size; ) {
    const until = Math.min(size, from + 1 + ((from * 7) % 1_013))
    await tree.append(Array.from({ length: until - from }, (_, place) => entryOf(from + place)))
    from = until
  }
})

test.each(Object.entries(vectors.roots))('the root of %s leaves', async (text, root) => {
  expect((await rootOf(Number(text), tree.readTile)).toString('base64')).toBe(root)
})

test.each(vectors.inclusion)(
  'the inclusion of leaf $index in $size leaves',
  async ({ size, index, proof }) => {
    expect(base64(await inclusionProof(index, size, tree.readTile))).toEqual(proof)
    const claim = { leaf: leafHash(entryOf(index)), index, size, root: await rootOf(size, tree.readTile) }
    expect(isIncluded({ ...claim, proof: proof.map(bytes) })).toBe(true)
    expect(isIncluded({ ...claim, leaf: leafHash(entryOf(index + 1)), proof: proof.map(bytes) })).toBe(false)
  },
)

test.each(vectors.consistency)('$size leaves begin with $oldSize', async ({ oldSize, size, proof }) => {
  expect(base64(await consistencyProof(oldSize, size, tree.readTile))).toEqual(proof)
  const oldRoot = await rootOf(oldSize, tree.readTile)
  const claim = { oldSize, oldRoot, size, root: await rootOf(size, tree.readTile) }
  expect(isConsistent({ ...claim, proof: proof.map(bytes) })).toBe(true)
  expect(isConsistent({ ...claim, oldRoot: leafHash(oldRoot), proof: proof.map(bytes) })).toBe(false)
})

test('tiles have the paths and the bytes of the other implementation', async () => {
  const found: Record<string, string> = {}
  for (const [name, hashes] of tree.tiles) {
    const [level = 0, tile = 0] = name.split('/').map(Number)
    const width = widthOfTile(size, level, tile)
    expect(hashesIn(hashes)).toHaveLength(width)
    const path = tilePath({ level, tile, width })
    if (path in vectors.tiles) found[path] = sha256(hashes).toString('base64')
  }
  expect(found).toEqual(vectors.tiles)
})

test('a checkpoint signed by the same key is the same note, and each verifies it', async () => {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes(vectors.seed)])
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signer = openSigner('log.example/audit', 'ed25519', pem)
  expect(verifierKey(signer)).toBe(vectors.verifierKey)
  const checkpoint = { origin: 'log.example/audit', size, root: await rootOf(size, tree.readTile) }
  expect(signCheckpoint(checkpoint, signer)).toBe(vectors.note)
  const key = readVerifierKey(vectors.verifierKey)
  expect(openCheckpoint(vectors.note, key).checkpoint).toEqual(checkpoint)
  expect(() => openCheckpoint(vectors.note.replace('70000', '70001'), key)).toThrow('not signed by the key')
})
