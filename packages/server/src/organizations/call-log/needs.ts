import { type ActNeeds, actsWithNeeds, type Databases, type ListCursors } from '../../gateway/acts/index.ts'

/** `databases`: those that can have entries of calls. */
export type CallLogNeeds = ActNeeds & { cursors: ListCursors; databases: Databases }
export const { reading: callLogReading } = actsWithNeeds<CallLogNeeds>()
