import type pg from 'pg'
import { partsOf } from './moved-tables.ts'

/** The foreign keys between moved tables, and what is found by an object of another table. */
export const parentsOf = async (client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<{ child: string; parents: string[] }>(
    `select conrelid::regclass::text as child, array_agg(confrelid::regclass::text) as parents from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid <> confrelid group by 1`,
  )
  const found = new Map(rows.map(({ child, parents }) => [child, parents]))
  for (const [part, whole] of partsOf) found.set(part, [...(found.get(part) ?? []), whole])
  return found
}

/** Tables in an order in which each comes after those that it names with a foreign key. */
export const parentsFirst = (parents: ReadonlyMap<string, string[]>, some: readonly string[]): string[] => {
  const ordered = new Set<string>()
  const add = (table: string): void => {
    for (const parent of parents.get(table) ?? []) if (some.includes(parent)) add(parent)
    ordered.add(table)
  }
  for (const table of some) add(table)
  return [...ordered]
}

export const childrenFirst = (parents: ReadonlyMap<string, string[]>, some: readonly string[]): string[] =>
  parentsFirst(parents, some).toReversed()
