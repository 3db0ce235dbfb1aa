import { archiveIsUsed } from '@nani/foundation/archive/index.ts'
import { describeError } from '@nani/foundation/core/index.ts'
import { databaseNow, placesOfCell } from '@nani/foundation/storage/index.ts'
import type { PlatformOfCell } from '../../cells/index.ts'
import type { Contributed } from '../composition.ts'
import type { MaintenanceDependencies } from '../maintenance.ts'

/** A clock of a cell that differs more from the clock of home would delete rows that are to be kept. */
const maxDifferenceMs = 60_000

type Needs = Pick<PlatformOfCell, 'ownerPool' | 'homePool' | 'ownsSchema' | 'clock' | 'log' | 'role'>

/** The partitions, the retention and the hourly work of a cell, such as invoices. */
export const maintenanceOfCell = (
  { ownerPool, homePool, ownsSchema, clock, role, ...platform }: Needs,
  { retention, keptDays, hourly }: Pick<Contributed, 'retention' | 'keptDays' | 'hourly'>,
): MaintenanceDependencies => {
  const log: Needs['log'] = (line, level) => platform.log(`maintenance: ${line}`, level)
  let agrees = false
  return {
    ...{ ownerPool, retention, keptDays, log },
    // A cell that was not archived yet, or gets old days with an organization, deletes none where home is archived.
    isArchived: archiveIsUsed(homePool),
    ownsSchema: role !== 'api' && ownsSchema,
    databases: [{ ownerPool, places: placesOfCell }],
    clock: {
      async check() {
        await clock.check()
        const differenceMs = Math.abs((await databaseNow(ownerPool)) - clock.now())
        agrees = differenceMs <= maxDifferenceMs
        if (!agrees)
          log(
            `The clocks of the cell and of home differ by ${Math.round(differenceMs / 1_000)} s. Nothing is created or deleted.`,
            'error',
          )
      },
      isTrusted: () => agrees && clock.isTrusted(),
    },
    // The salts are rows of home, which creates and erases them by its own clock.
    daySalts: { createComing: async () => {}, erasePast: async () => {} },
    hourly: role === 'api' ? [] : hourly,
    onError: (error) => log(describeError(error), 'error'),
  }
}
