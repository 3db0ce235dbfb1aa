import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'

/** Home, and a cell with copies of the same organizations. */
export const createHomeAndCell = async (
  organizations: readonly string[],
  create: () => Promise<TestDatabase> = createTestDatabase,
): Promise<{ home: TestDatabase; cell: TestDatabase }> => {
  const [home, cell] = [await create(), await create()]
  for (const { pool } of [home, cell])
    await pool.query(
      'insert into organizations (organization_id, name, created_at) select id, id, now() from unnest($1::text[]) id',
      [organizations],
    )
  return { home, cell }
}
