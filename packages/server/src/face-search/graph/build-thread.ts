import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { numbersOfRow } from '../scan/quantise.ts'
import type { Slabs } from '../scan/scan-rows.ts'
import { type Slab, viewSlab } from '../scan/slab.ts'
import { newGraph } from './usearch.ts'

/**
 * Rows `from` (inclusive) to `to` (exclusive) are added to the graph at `base`, or to an empty one. The result is
 * written to `path`.
 */
export type GraphBuild = {
  slabs: Slabs
  dimensions: number
  base: string | null
  from: number
  to: number
  path: string
  threads: number
}

const batchRows = 8_192

const build = ({ slabs: shapes, dimensions, base, from, to, path, threads }: GraphBuild): void => {
  const slabs: Slab[] = shapes.map(viewSlab)
  const slabRows = shapes[0]?.rows ?? 1
  const graph = newGraph(dimensions, 1)
  if (base !== null) graph.load(base)
  for (let start = from; start < to; start += batchRows) {
    const rows: number[] = []
    for (let row = start; row < Math.min(to, start + batchRows); row++) {
      if (slabs[Math.floor(row / slabRows)]!.inverseLengths[row % slabRows]! > 0) rows.push(row)
    }
    const numbers = new Int8Array(rows.length * dimensions)
    for (const [index, row] of rows.entries()) {
      const { high, low, rowBytes } = slabs[Math.floor(row / slabRows)]!
      const at = (row % slabRows) * rowBytes
      numbersOfRow(
        high.subarray(at, at + rowBytes),
        low.subarray(at, at + rowBytes),
        numbers.subarray(index * dimensions, (index + 1) * dimensions),
      )
    }
    if (rows.length > 0) graph.add(BigUint64Array.from(rows, BigInt), numbers, threads)
  }
  graph.save(path)
}

// On Linux the priority belongs to the thread. Building has a lower priority than all other work.
if (process.platform === 'linux') setPriority(15)
build(workerData as GraphBuild)
