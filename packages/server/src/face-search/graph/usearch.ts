import { createRequire } from 'node:module'

/** The used part of a usearch index. Keys are rows. Vectors have eight bits per number, with any scale. */
export type Graph = {
  add(keys: BigUint64Array, vectors: Int8Array, threads: number): void
  search(vector: Int8Array, count: number, threads: number): { keys: BigUint64Array }
  size(): number
  save(path: string): void
  load(path: string): void
  view(path: string): void
}

type Usearch = { Index: new (config: Record<string, unknown>) => Graph }

// Under Node 24 its ECMAScript entry loads itself in an endless loop. The CommonJS entry works.
const { Index } = createRequire(import.meta.url)('usearch') as Usearch

/**
 * Neighbours of a node. The bottom level has twice as many. More improve the results, but cost build time and memory.
 */
const connectivity = 16
const breadthOfAdding = 96

/**
 * A navigable graph (HNSW) over the quantised templates of the scan. `breadth` is the number of candidates examined on
 * the way to the nearest.
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
