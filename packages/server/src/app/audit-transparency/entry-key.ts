import type { Environment } from '@nani/contract'

/** The key of an entry in the audit log. */
export type EntryKey = { applicationId: string; entryId: string; day: string }

/** The place of an entry in its tree, the random bytes of its commitment, and the entry in canonical form. */
export type Leaf = { environment: Environment; leaf_index: string; salt: Buffer; canonical: string | null }
