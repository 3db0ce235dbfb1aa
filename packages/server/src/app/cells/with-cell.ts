import { Refusal } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { databaseFailure } from '@nani/foundation/storage/index.ts'
import type { ActCell } from '../../gateway/acts/index.ts'
import { openActCell } from './act-cell.ts'
import { cellsUse, findCell } from './cell-rows.ts'
import { destinationOf } from './open-cell.ts'
import { openCellPlatform, type PlatformOfCell } from './open-cell-platform.ts'

const maxConnections = 2

const isOfDatabase = ({ code }: Refusal): boolean => code.startsWith('database_') || code === 'schema_behind'

type PlaceOfCommand = PlatformOfCell & { cell: ActCell }

/**
 * Runs `use` with the platform of a cell in place of home, for a command. A failure of the cell is an error that an operator can repair.
 * What `use` refuses stays as it is: it may be about another cell.
 */
export const withCell = async <Answer>(
  home: Platform,
  name: string,
  use: (place: PlaceOfCommand) => Promise<Answer>,
): Promise<Answer> => {
  const found = await findCell(home.pool, home.vaultFor(cellsUse), name)
  const explain = (error: unknown): never => {
    const failure = databaseFailure(error, destinationOf(name, 'app', found.urls.app)) ?? error
    if (!(failure instanceof Refusal) || !isOfDatabase(failure)) throw failure
    throw new Refusal(failure.code, `The cell ${name} cannot be used. ${failure.message}`, {
      ...{ cause: failure, next: 'Run: nani cells check. Then repeat.' },
    })
  }
  const platform = await openCellPlatform(home, found, maxConnections).catch(explain)
  try {
    const cell = openActCell({ ...platform, name, home: home.pool })
    return await use({ ...platform, cell })
  } catch (error) {
    if (error instanceof Refusal) throw error
    return explain(error)
  } finally {
    await platform.close()
  }
}
