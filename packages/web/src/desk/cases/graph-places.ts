import type { CaseGraph } from './case.ts'

export type Place = { x: number; y: number }
export const graphSize = { width: 720, height: 420 } as const
const margin = { x: 90, y: 34 } as const

/** The distance of every case from the case of the page, in links. */
const distances = ({ case_number, edges }: Pick<CaseGraph, 'case_number' | 'edges'>): Map<string, number> => {
  const found = new Map([[case_number, 0]])
  for (const [at, distance] of found)
    for (const { from, to } of edges) {
      const other = from === at ? to : to === at ? from : null
      if (other !== null && !found.has(other)) found.set(other, distance + 1)
    }
  return found
}

/** The case of the page is in the middle, and the others are on ellipses by their distance. */
export const placesOf = (graph: Pick<CaseGraph, 'case_number' | 'edges' | 'nodes'>): Map<string, Place> => {
  const found = distances(graph)
  const farthest = Math.max(1, ...found.values())
  const rings = Map.groupBy(graph.nodes, ({ case_number }) => found.get(case_number) ?? farthest)
  const places = new Map<string, Place>()
  for (const [distance, nodes] of rings)
    for (const [index, { case_number }] of nodes.entries()) {
      const angle = (2 * Math.PI * index) / nodes.length + (distance % 2 ? 0 : Math.PI / nodes.length)
      const part = distance / farthest
      places.set(case_number, {
        x: graphSize.width / 2 + Math.cos(angle) * part * (graphSize.width / 2 - margin.x),
        y: graphSize.height / 2 + Math.sin(angle) * part * (graphSize.height / 2 - margin.y),
      })
    }
  return places
}
