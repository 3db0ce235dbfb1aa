import { inject } from 'vitest'
import { cells, isInCells } from './in-cells.ts'
import { nani } from './nani-command.ts'

let moved = 0

/** With cells, an organization of the shared installation moves to one of them. It has an application. */
export const moveToCell = async (dataDir: string, organization: string): Promise<void> => {
  const cell = cells[moved++ % cells.length]
  if (cell === undefined || !isInCells || dataDir !== inject('dataDir')) return
  await nani(dataDir, 'organizations', 'move', organization, '--cell', cell)
}
