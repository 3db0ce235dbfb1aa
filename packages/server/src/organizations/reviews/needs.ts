import type { SecondPersonRules } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { ActNeeds, Databases, ListCursors } from '../../gateway/acts/index.ts'
import { actsWithNeeds, homeAlone } from '../../gateway/acts/index.ts'
import type { StatusDependencies } from '../organizations/index.ts'

/** What the acts of production reviews need. */
export type ReviewNeeds = ActNeeds &
  StatusDependencies & {
    cursors: ListCursors
    /** Seals the texts and files of a dossier. */
    dossierVault: Vault
    /** Whether one account of the operating system may act as two people. */
    rules: SecondPersonRules
    /** The databases that can have reviews, home first. Absent: that of the pool alone. */
    databases?: Databases
  }

/** The databases that lists of reviews ask. */
export const databasesOfReviews = ({ databases, pool }: Pick<ReviewNeeds, 'databases' | 'pool'>) =>
  databases?.() ?? homeAlone(pool)

export const { act: reviewAct, reading: reviewReading } = actsWithNeeds<ReviewNeeds>()
