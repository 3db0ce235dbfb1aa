import { beforeAll, expect, test } from 'vitest'
import { leafHash } from './merkle-hash.ts'
import { isConsistent, isIncluded } from './merkle-proof.ts'
import { treeInMemory } from './testing/tree-in-memory.ts'
import { consistencyProof, inclusionProof, rootOf } from './tiles.ts'

/** The leaves and the roots that the implementations of Certificate Transparency share (RFC 6962). */
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const entries = leaves.map((hex) => Buffer.from(hex, 'hex'))
const tree = treeInMemory()
beforeAll(() => tree.append(entries))

test('the roots of the published vectors', async () => {
  const found = await Promise.all(roots.map((_, size) => rootOf(size, tree.readTile)))
  expect(found.map((root) => root.toString('hex'))).toEqual(roots)
})

const sizes = Array.from({ length: 8 }, (_, index) => index + 1)
const pairs = sizes.flatMap((size) =>
  sizes.filter((oldSize) => oldSize <= size).map((oldSize) => [oldSize, size] as const),
)

test.each(pairs)('a proof of leaf %i in %i leaves fits that place alone', async (number, size) => {
  const index = number - 1
  const proof = await inclusionProof(index, size, tree.readTile)
  const root = await rootOf(size, tree.readTile)
  const leaf = leafHash(entries[index] as Buffer)
  // The size of the tree is signed with its root, so that only the index is in question.
  const fitting = sizes
    .slice(0, size)
    .filter((other) => isIncluded({ leaf, index: other - 1, size, root, proof }))
  expect(fitting).toEqual([number])
  for (const [place] of proof.entries()) {
    const changed = proof.map((hash, other) => (other === place ? leafHash(hash) : hash))
    expect(isIncluded({ leaf: leafHash(entries[index] as Buffer), index, size, root, proof: changed })).toBe(
      false,
    )
  }
  const longer = [...proof, leafHash(root)]
  expect(isIncluded({ leaf: leafHash(entries[index] as Buffer), index, size, root, proof: longer })).toBe(
    false,
  )
})

test.each(pairs)(
  '%i leaves are the beginning of %i, and a changed proof is refused',
  async (oldSize, size) => {
    const proof = await consistencyProof(oldSize, size, tree.readTile)
    const [oldRoot, root] = await Promise.all([rootOf(oldSize, tree.readTile), rootOf(size, tree.readTile)])
    expect(isConsistent({ oldSize, oldRoot, size, root, proof })).toBe(true)
    expect(isConsistent({ oldSize, oldRoot: leafHash(oldRoot), size, root, proof })).toBe(false)
    expect(isConsistent({ oldSize, oldRoot, size, root: leafHash(root), proof })).toBe(false)
    for (const [place] of proof.entries()) {
      const changed = proof.map((hash, other) => (other === place ? leafHash(hash) : hash))
      expect(isConsistent({ oldSize, oldRoot, size, root, proof: changed })).toBe(false)
      expect(isConsistent({ oldSize, oldRoot, size, root, proof: proof.slice(0, place) })).toBe(false)
    }
  },
)

test('an index, a size or a hash that cannot be is refused', async () => {
  const root = await rootOf(4, tree.readTile)
  const leaf = leafHash(entries[0] as Buffer)
  for (const [index, size] of [
    [4, 4],
    [-1, 4],
    [0.5, 4],
    [0, 2 ** 53],
  ] as const)
    expect(isIncluded({ leaf, index, size, root, proof: [] })).toBe(false)
  expect(isIncluded({ leaf: leaf.subarray(1), index: 0, size: 1, root: leaf, proof: [] })).toBe(false)
  expect(isConsistent({ oldSize: 5, oldRoot: root, size: 4, root, proof: [] })).toBe(false)
})
