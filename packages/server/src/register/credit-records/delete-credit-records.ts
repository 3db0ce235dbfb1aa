import type { Database } from '@nani/foundation/storage/index.ts'

/** Deletes the credit records of citizens who are deleted, as the owner of the schema. */
export const deleteCreditRecordsIn = async (owner: Database, svcIds: readonly string[]): Promise<void> => {
  await owner.query('delete from credit_records where svc_id = any($1)', [svcIds])
}
