import { createRequire } from 'node:module'

/** What is used of a usearch index. Keys are rows; vectors are signs, as numbers above or below zero. */
export type SignGraph = {
  add(keys: BigUint64Array, vectors: Float32Array, threads: number): void
  search(vector: Float32Array, count: number, threads: number): { keys: BigUint64Array }
  size(): number
  save(path: string): void
  load(path: string): void
  view(path: string): void
}

type Usearch = { Index: new (config: Record<string, unknown>) => SignGraph }

// Its ECMAScript entry loads itself without end under Node 24; the CommonJS one does not.
const { Index } = createRequire(import.meta.url)('usearch') as Usearch

/** Neighbours of a node: more find better and cost memory (8 bytes each, twice as many at the bottom). */
const connectivity = 16
const breadthOfAdding = 128

/**
 * A graph over the signs of templates: 64 bytes a template and not 512, so that it is built and searched in the caches.
 * Who is near by signs is compared exactly afterwards; `breadth` is how many are.
 */
export const newGraph = (dimensions: number, breadth: number): SignGraph =>
  new Index({
    dimensions,
    metric: 'hamming',
    quantization: 'b1',
    connectivity,
    expansion_add: breadthOfAdding,
    expansion_search: breadth,
    multi: false,
  })
