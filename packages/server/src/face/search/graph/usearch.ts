import { createRequire } from 'node:module'

/** What is used of a usearch index. Keys are rows; vectors are numbers of eight bits, of any scale. */
export type Graph = {
  add(keys: BigUint64Array, vectors: Int8Array, threads: number): void
  search(vector: Int8Array, count: number, threads: number): { keys: BigUint64Array }
  size(): number
  save(path: string): void
  load(path: string): void
  view(path: string): void
}

type Usearch = { Index: new (config: Record<string, unknown>) => Graph }

// Its ECMAScript entry loads itself without end under Node 24; the CommonJS one does not.
const { Index } = createRequire(import.meta.url)('usearch') as Usearch

/** Neighbours of a node, twice as many at the bottom. More find better, and take time to build and memory. */
const connectivity = 16
const breadthOfAdding = 96

/**
 * A navigable graph (HNSW) over the templates as a scan has them. `breadth` is how many are looked at on the way to the
 * nearest.
 */
export const newGraph = (dimensions: number, breadth: number): Graph =>
  new Index({
    dimensions,
    metric: 'cos',
    quantization: 'i8',
    connectivity,
    expansion_add: breadthOfAdding,
    expansion_search: breadth,
    multi: false,
  })
