/**
 * The cheapest one-to-one assignment of rows to columns of a square cost matrix (Kuhn's Hungarian method with
 * potentials), in at most n³ steps. Returns the column of each row.
 */
export const assign = (costs: readonly (readonly number[])[]): number[] => {
  const size = costs.length
  const rowPotential = new Array<number>(size + 1).fill(0)
  const columnPotential = new Array<number>(size + 1).fill(0)
  // Index 0 is a virtual row and column from which each search starts.
  const rowOfColumn = new Array<number>(size + 1).fill(0)
  for (let row = 1; row <= size; row++) {
    const cameFrom = new Array<number>(size + 1).fill(0)
    const slack = new Array<number>(size + 1).fill(Number.POSITIVE_INFINITY)
    const visited = new Array<boolean>(size + 1).fill(false)
    rowOfColumn[0] = row
    let column = 0
    do {
      visited[column] = true
      const current = rowOfColumn[column]!
      let step = Number.POSITIVE_INFINITY
      let next = 0
      for (let candidate = 1; candidate <= size; candidate++) {
        if (visited[candidate]) continue
        const reduced =
          costs[current - 1]![candidate - 1]! - rowPotential[current]! - columnPotential[candidate]!
        if (reduced < slack[candidate]!) {
          slack[candidate] = reduced
          cameFrom[candidate] = column
        }
        if (slack[candidate]! < step) {
          step = slack[candidate]!
          next = candidate
        }
      }
      for (let index = 0; index <= size; index++) {
        if (visited[index]) {
          rowPotential[rowOfColumn[index]!]! += step
          columnPotential[index]! -= step
        } else slack[index]! -= step
      }
      column = next
    } while (rowOfColumn[column] !== 0)
    while (column !== 0) {
      rowOfColumn[column] = rowOfColumn[cameFrom[column]!]!
      column = cameFrom[column]!
    }
  }
  const columnOfRow = new Array<number>(size).fill(0)
  for (let column = 1; column <= size; column++) columnOfRow[rowOfColumn[column]! - 1] = column - 1
  return columnOfRow
}
