import { serveTasks } from '@nani/foundation/core/concurrency/threads.ts'
import type { Neighbour } from './scan/nearest.ts'
import { quantiseQuery } from './scan/quantise.ts'
import { type Range, RowScanner, type Slabs } from './scan/scan-rows.ts'
import { leastSketchedRows, SketchScanner } from './sketch/sketch-scanner.ts'

/** A part of a search: a range of rows to scan. */
export type SearchPart = { query: Float32Array; k: number; slabs: Slabs; range: Range }

const scanner = new RowScanner()
const sketches = new SketchScanner()

const find = ({ query, k, slabs, range }: SearchPart): Neighbour[] => {
  const quantised = quantiseQuery(query)
  const isSketched = slabs[0]?.sketched && range.to - range.from >= leastSketchedRows
  return isSketched
    ? scanner.compare(slabs, quantised, k, sketches.nearRows(slabs, query, range))
    : scanner.scan(slabs, quantised, k, range)
}

serveTasks({ perform: find })
