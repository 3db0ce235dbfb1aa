import type { Import } from './imports.ts'

/**
 * Groups of files that import each other in a cycle, also by a type. The files of a group are in alphabetical order.
 * They cannot be read, moved or tested one by one.
 */
export const fileCycles = (imports: readonly Import[]): string[][] => {
  const graph = new Map<string, string[]>()
  for (const { from, to } of imports) {
    if (to === null || !to.endsWith('.ts')) continue
    graph.set(from, [...(graph.get(from) ?? []), to])
  }
  return stronglyConnected(graph)
    .filter((files) => files.length > 1 || graph.get(files[0] as string)?.includes(files[0] as string))
    .map((files) => files.sort())
}

/** Tarjan's algorithm: the strongly connected components of a directed graph. */
const stronglyConnected = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const components: string[][] = []
  const indexOf = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const visit = (node: string): number => {
    const index = indexOf.size
    let low = index
    indexOf.set(node, index)
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!indexOf.has(next)) low = Math.min(low, visit(next))
      else if (onStack.has(next)) low = Math.min(low, indexOf.get(next) as number)
    }
    if (low === index) {
      const component = stack.splice(stack.indexOf(node))
      for (const member of component) onStack.delete(member)
      components.push(component)
    }
    return low
  }
  for (const node of graph.keys()) if (!indexOf.has(node)) visit(node)
  return components
}
