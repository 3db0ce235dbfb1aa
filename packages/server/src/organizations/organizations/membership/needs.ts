import type { OrganizationComparison } from '@nani/contract/console'
import type { Actor, IdSource, Random } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import {
  type ActCell,
  type ActNeeds,
  actsWithNeeds,
  type Databases,
  type ListCursors,
  type Places,
} from '../../../gateway/acts/index.ts'
import type { Mail } from '../../mail/index.ts'
import type { Realm } from '../../people/index.ts'

/** What the acts of organizations and their members need. */
export type MembershipNeeds = ActNeeds & {
  /** The realm of members, whose accounts they are. */
  realm: Realm
  random: Random
  newId: IdSource
  mail: Pick<Mail, 'write' | 'seal' | 'wake'>
  cursors: ListCursors
  /** The databases with acts of organizations. Absent: home alone. */
  databases?: Databases
  /** Where applications are. Absent: in home. */
  places?: Pick<Places<{ pool: pg.Pool; cell: ActCell }>, 'find' | 'all'>
  /** The address of the pages, for links in mail. */
  origin(): string
  /** The business of the register with this number, next to the name; null: the register did not answer. */
  compareBusiness(name: string, rccm: string): Promise<OrganizationComparison | null>
  /** Ends the open production reviews of an organization that closes. */
  endReviews(
    client: pg.PoolClient,
    closing: { applicationIds: readonly string[]; actor: Actor; nowMs: number },
  ): Promise<readonly { before: object; after: object }[]>
}

export const { act: membershipAct, reading: membershipReading } = actsWithNeeds<MembershipNeeds>()
