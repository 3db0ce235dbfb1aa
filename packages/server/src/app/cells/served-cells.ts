import { type Cell, cellNotFound } from './cell-rows.ts'

/** The cells that a process serves. `names`: those of its setting; null: all. A name that home does not list is refused. */
export const servedCells = (known: readonly Cell[], names: readonly string[] | null): Cell[] => {
  if (names === null) return [...known]
  const all = known.map(({ name }) => name)
  const unknown = names.find((name) => !all.includes(name))
  if (unknown !== undefined) throw cellNotFound(unknown, all)
  return known.filter(({ name }) => names.includes(name))
}
