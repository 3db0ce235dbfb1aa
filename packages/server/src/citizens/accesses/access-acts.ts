import { disputeAccess, listCitizenDisputes } from './dispute-access.ts'
import { answerDispute, listDisputes, showDispute } from './dispute-desk.ts'
import { exportAsCsv, exportAsPdf } from './export-accesses.ts'
import { listAccesses, showAccess } from './list-accesses.ts'
import { proveAccess } from './prove-access.ts'

/** The acts and readings of this module. */
export const accessActs = [
  ...[listAccesses, showAccess, proveAccess, exportAsCsv, exportAsPdf, disputeAccess, listCitizenDisputes],
  ...[listDisputes, showDispute, answerDispute],
] as const
