import type { Place, TableEntry } from './table-entry.ts'

const placeOfKind = { tenant: 'cell', citizen: 'register', reference: 'home', local: 'home' } as const

export const placeOfTable = ({ kind, place }: Pick<TableEntry, 'kind' | 'place'>): Place =>
  place ?? placeOfKind[kind.kind]

export const allPlaces: readonly Place[] = ['home', 'cell', 'register', 'each']
/** The tables of home, which is the first cell too, and of the register, where they are two databases. */
export const placesOfHome: readonly Place[] = ['home', 'cell', 'each']
export const placesOfRegister: readonly Place[] = ['register', 'each']
/** The tables whose rows are in a cell. It also has copies of tables of home. */
export const placesOfCell: readonly Place[] = ['cell', 'each']

/** Whether every cell has a copy of this table of home. A copy is read only. */
export const isCopied = (entry: Pick<TableEntry, 'kind' | 'place'>): boolean =>
  entry.kind.kind === 'reference' && placeOfTable(entry) === 'home'

/** How a statement uses a table. */
export type TableUse = { entry: Pick<TableEntry, 'kind' | 'place'>; writes: boolean }

/** The databases that a statement or a transaction needs. It may need one only. */
export const placesOf = (uses: readonly TableUse[]): Exclude<Place, 'each'>[] => {
  const isRead = ({ entry, writes }: TableUse): boolean => !writes && isCopied(entry)
  const placesIn = (some: readonly TableUse[]) =>
    [...new Set(some.map(({ entry }) => placeOfTable(entry)))].filter((place) => place !== 'each')
  const [copied, own] = [uses.filter(isRead), uses.filter((use) => !isRead(use))]
  const places = placesIn(own)
  // The copy is in the cell that has the other rows. Only the register has none.
  const needsHome = copied.length > 0 && (places.length === 0 || places.includes('register'))
  return (needsHome && !places.includes('home') ? [...places, 'home' as const] : places).toSorted()
}
