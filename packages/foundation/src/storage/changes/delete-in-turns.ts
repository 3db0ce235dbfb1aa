import type pg from 'pg'

/** `beforeTurn` throws if nothing more may be deleted. */
type Turns = { rowsOfTurn?: number; beforeTurn?(): Promise<void> }

/**
 * Runs a statement that deletes, until it finds fewer rows than its last parameter allows. No statement holds its locks for long.
 * Returns how many rows it deleted.
 */
export const deleteInTurns = async (
  database: Pick<pg.ClientBase, 'query'>,
  text: string,
  values: readonly unknown[] = [],
  { rowsOfTurn = 5_000, beforeTurn = async () => {} }: Turns = {},
): Promise<number> => {
  for (let deleted = 0; ; ) {
    await beforeTurn()
    const rows = (await database.query(text, [...values, rowsOfTurn])).rowCount ?? 0
    deleted += rows
    if (rows < rowsOfTurn) return deleted
  }
}
