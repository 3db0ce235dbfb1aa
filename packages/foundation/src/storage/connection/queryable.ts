import type pg from 'pg'

/** A pool, or a connection within a transaction. It runs statements. */
export type Database = Pick<pg.ClientBase, 'query'>
