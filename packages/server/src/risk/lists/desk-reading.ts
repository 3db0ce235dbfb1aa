import { type ActNeeds, actsWithNeeds, type ListCursors } from '../../gateway/acts/index.ts'

/** What the readings of lists have in common. */
export const { reading } = actsWithNeeds<ActNeeds & { cursors: ListCursors }>()
export const readers = { operator: ['list_manager', 'supervisor', 'auditor'] } as const
export const closed = { additionalProperties: false }
