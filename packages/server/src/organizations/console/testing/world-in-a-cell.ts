import type { ConsoleWorld } from './console-world.ts'

/* A console with a cell, after `placeInCell`. */

export const homeOf = ({ database }: ConsoleWorld) => database.pool

export const cellOf = ({ cell }: ConsoleWorld) => {
  if (!cell) throw new Error('the console has no cell')
  return cell
}

export const ofApplication = (pool: ConsoleWorld['rows'], table: string, id: string) =>
  pool.query(`select * from ${table} where application_id = $1`, [id])
