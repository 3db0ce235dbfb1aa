import type { SecondPersonRules } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { ActNeeds, ListCursors } from '../../gateway/acts/index.ts'
import { actsWithNeeds } from '../../gateway/acts/index.ts'
import type { StatusDependencies } from '../organizations/index.ts'

/** What the acts of production reviews need. */
export type ReviewNeeds = ActNeeds &
  StatusDependencies & {
    cursors: ListCursors
    /** Seals the texts and files of a dossier. */
    dossierVault: Vault
    /** Whether one account of the operating system may act as two people. */
    rules: SecondPersonRules
  }

export const { act: reviewAct, reading: reviewReading } = actsWithNeeds<ReviewNeeds>()
