import type pg from 'pg'

/** Deletes the credit records of citizens who are deleted, as the owner of the schema. */
export const deleteCreditRecordsIn = async (
  owner: Pick<pg.ClientBase, 'query'>,
  svcIds: readonly string[],
): Promise<void> => {
  await owner.query('delete from credit_records where svc_id = any($1)', [svcIds])
}
