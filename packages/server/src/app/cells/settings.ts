import { invalidSetting, parsedSetting, wholeNumberSetting } from '@nani/foundation/core/index.ts'

/**
 * What `nani cells add` reads: the login that serves calls and the owner of the schema in the cell, and the login with which the
 * PostgreSQL of the cell reads home.
 */
export const cellVariables = [
  'NANI_CELL_DATABASE_URL',
  'NANI_CELL_OWNER_DATABASE_URL',
  'NANI_CELL_HOME_URL',
] as const

const isName = (name: string): boolean => /^[a-z][a-z0-9_]{0,29}$/.test(name)

export const cellsSettings = {
  /** Null: all of them. */
  servedCells: parsedSetting(
    {
      variable: 'NANI_CELLS',
      purpose:
        'The [cells](several-nodes.md#cells) that the process serves, with commas, or `-` for none. Home is always served. Calls of other cells get 503. An unknown name is refused',
      byDefault: 'all',
    },
    (text): readonly string[] | null => {
      if (text === null) return null
      if (text === '-') return []
      const names = text.split(',').map((name) => name.trim())
      if (!names.every(isName))
        throw invalidSetting(`NANI_CELLS must be names of cells with commas, or -, not "${text}".`)
      return names
    },
  ),
  /** Null: as many as to home. */
  cellConnections: wholeNumberSetting({
    variable: 'NANI_CELL_CONNECTIONS',
    purpose: 'Connections of one process to each cell',
    byDefault: 'that of `NANI_DATABASE_CONNECTIONS`',
    ...{ initial: null, min: 2, max: 500 },
  }),
}
