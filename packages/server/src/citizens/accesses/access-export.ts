import type { CitizenAccess } from '@nani/contract'

/** What an export contains. `isComplete` is false if the citizen must choose a shorter time. */
export type AccessExport = { entries: CitizenAccess[]; isComplete: boolean; madeAt: string }
