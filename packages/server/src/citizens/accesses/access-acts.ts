import { disputeAccess, listCitizenDisputes } from './disputes/dispute-access.ts'
import { exportAsCsv, exportAsPdf } from './export-accesses.ts'
import { listAccesses, showAccess } from './list-accesses.ts'
import { proveAccess } from './prove-access.ts'

/** The acts of citizens, each in the database that has the application. */
export const accessActs = [disputeAccess] as const

/** The readings of citizens, over all databases. */
export const accessReadings = [
  ...[listAccesses, showAccess, proveAccess, exportAsCsv, exportAsPdf, listCitizenDisputes],
] as const
