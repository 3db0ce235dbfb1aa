import { type ActNeeds, actsWithNeeds, type ListCursors } from '../../gateway/acts/index.ts'

export type CallLogNeeds = ActNeeds & { cursors: ListCursors }
export const { reading: callLogReading } = actsWithNeeds<CallLogNeeds>()
