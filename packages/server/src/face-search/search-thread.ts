import { serveTasks } from '../core/index.ts'
import { type Graph, newGraph } from './graph/usearch.ts'
import type { Found } from './scan/nearest.ts'
import { quantiseQuery } from './scan/quantise.ts'
import { type Range, RowScanner, type Slabs } from './scan/scan-rows.ts'
import { leastSketchedRows, SketchScanner } from './sketch/sketch-scanner.ts'

/** A complete graph, which never changes. Another graph has another path. */
export type GraphView = { path: string; breadth: number }

/** A part of a search: a range of rows to scan, or the rows of a graph. */
export type SearchPart = { query: Float32Array; k: number; slabs: Slabs } & (
  | { range: Range }
  | { graph: GraphView }
)

const scanner = new RowScanner()
const sketches = new SketchScanner()
let opened: (GraphView & { index: Graph }) | null = null

const openGraph = (graph: GraphView, dimensions: number): Graph => {
  if (opened?.path === graph.path && opened.breadth === graph.breadth) return opened.index
  const index = newGraph(dimensions, graph.breadth)
  index.view(graph.path)
  opened = { ...graph, index }
  return index
}

const find = (part: SearchPart): Found[] => {
  const { query, k, slabs } = part
  const quantised = quantiseQuery(query)
  if ('range' in part) {
    const { range } = part
    const isSketched = slabs[0]?.sketched && range.to - range.from >= leastSketchedRows
    return isSketched
      ? scanner.compare(slabs, quantised, k, sketches.nearRows(slabs, query, range))
      : scanner.scan(slabs, quantised, k, range)
  }
  const index = openGraph(part.graph, query.length)
  const numbers = quantised.numbers.subarray(0, query.length)
  // More than requested, because some rows can be empty by now.
  const { keys } = index.search(numbers, Math.min(part.graph.breadth, index.size()), 1)
  return scanner.compare(slabs, quantised, k, Array.from(keys, Number))
}

serveTasks({ perform: find })
