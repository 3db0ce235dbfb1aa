import { type ActNeeds, actsWithNeeds, type ListCursors } from '../acts/index.ts'

export type CallLogNeeds = ActNeeds & { cursors: ListCursors }
export const { reading: callLogReading } = actsWithNeeds<CallLogNeeds>()
