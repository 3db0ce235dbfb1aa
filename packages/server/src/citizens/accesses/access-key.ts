import type { Environment } from '@nani/contract'

/** Whose entries: the pseudonym in the audit log, and the environment. */
export type CitizenKey = { citizen: Buffer; environment: Environment }

/** The last entry of the page before. */
export type Position = { day: string; at: string; entryId: string }

/** A result is kept for 31 days, and read no later. */
export const readableDays = 32
