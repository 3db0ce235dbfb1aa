export type SqlWrite = {
  table: string
  verb: 'insert' | 'update' | 'delete'
  /** For an update: the columns that it assigns. `?` represents columns that a template inserts. */
  columns: string[]
}

const write =
  /\b(?:insert\s+into\s+"?([a-z_]+)"?|delete\s+from\s+(?:only\s+)?"?([a-z_]+)"?|do\s+update\s+set\b|update\s+(?:only\s+)?"?([a-z_]+)"?(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b)/gi

/** The writes of a text: an `insert … on conflict do update` is an insert and an update. */
export const writesOf = (text: string): SqlWrite[] => {
  const found: SqlWrite[] = []
  let inserted: string | undefined
  for (const match of text.matchAll(write)) {
    const [words, insertedNow, deleted, updated] = match.map((name) => name?.toLowerCase())
    if (insertedNow) {
      inserted = insertedNow
      found.push({ table: insertedNow, verb: 'insert', columns: [] })
    } else if (deleted) found.push({ table: deleted, verb: 'delete', columns: [] })
    else {
      const table = updated ?? inserted
      const assignments = text.slice((match.index ?? 0) + (words as string).length)
      if (table) found.push({ table, verb: 'update', columns: assignedColumns(assignments) })
    }
  }
  return found
}

/** The columns on the left of a list of assignments, up to the clause that ends it. */
const assignedColumns = (text: string): string[] => {
  const columns: string[] = []
  let depth = 0
  let awaitsColumn = true
  for (const [token] of text.matchAll(/[a-z_?]+|[(),]|'[^']*'/gi)) {
    if (token === '(') depth++
    else if (token === ')' && --depth < 0) break
    else if (depth > 0) continue
    else if (token === ',') awaitsColumn = true
    else if (/^(?:from|where|returning)$/i.test(token)) break
    else if (awaitsColumn && token !== ')') {
      columns.push(token.toLowerCase())
      awaitsColumn = false
    }
  }
  return columns
}
