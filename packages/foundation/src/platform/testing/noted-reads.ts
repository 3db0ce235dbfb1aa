import type pg from 'pg'
import { type Reads, readsOfPrimary } from '../../storage/index.ts'

/** Reads of a replica that has the rows of the primary, with the texts of its statements. */
export const notedReads = (pool: pg.Pool): { reads: Reads; asked: string[] } => {
  const asked: string[] = []
  const query = (statement: string | { text: string }, ...more: unknown[]) => {
    asked.push(typeof statement === 'string' ? statement : statement.text)
    return (pool.query as (...all: unknown[]) => unknown).call(pool, statement, ...more)
  }
  const replica: pg.Pool = Object.create(pool, { query: { value: query } })
  return { reads: { ...readsOfPrimary(replica), isFresh: () => true }, asked }
}
