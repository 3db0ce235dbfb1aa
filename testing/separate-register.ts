import {
  type Place,
  placeOfTable,
  placesOfHome,
  placesOfRegister,
  tables,
} from '../packages/foundation/src/storage/index.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A statement that goes to the wrong database fails, because its table is not there. */
export const keepOnly = async ({ pool }: TestDatabase, kept: readonly Place[]): Promise<void> => {
  const others = Object.entries(tables).filter(([, entry]) => !kept.includes(placeOfTable(entry)))
  await pool.query(`drop table ${others.map(([name]) => name).join(', ')} cascade`)
}

/** A database for the register. What an act on it causes is in home, the entry in the log of acts too. */
export const createRegisterDatabase = async (): Promise<TestDatabase> => {
  const register = await createTestDatabase()
  await keepOnly(register, placesOfRegister)
  await register.pool.query('drop table acts')
  return register
}

/** Takes the register out of a test database. */
export const separateRegister = async (home: TestDatabase): Promise<TestDatabase> => {
  await keepOnly(home, placesOfHome)
  return createRegisterDatabase()
}
