import type { IdSource, OperatorRole, Random } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { ActNeeds, ListCursors } from '../../gateway/acts/index.ts'
import type { Mail } from '../mail/index.ts'
import type { AttemptCounts } from './attempts.ts'
import type { IdentityProvider } from './identity/identity-provider.ts'
import type { PasswordHashing } from './password-hashing.ts'
import type { Realm } from './realm.ts'

/** What the acts of people need. */
export type PeopleNeeds = ActNeeds & {
  realm: Realm
  random: Random
  newId: IdSource
  /** Seals the secrets of second factors. */
  vault: Vault
  mail: Pick<Mail, 'write' | 'wake'>
  hashing: PasswordHashing
  attempts: AttemptCounts
  cursors: ListCursors
  /** The address of the pages, for links in mail and for passkeys. */
  origin(): string
  /** The organizations of a person, which another module knows. */
  membershipsOf(personId: string): Promise<Membership[]>
  /** Absent: the realm has no sign-in with the national identity. */
  identity?: IdentityProvider
  /** The roles of an operator. Absent: the realm has none. */
  operatorRolesOf?(personId: string): Promise<OperatorRole[]>
  /** Whether a person may sign in at all. Absent: every account may. */
  maySignIn?(client: pg.PoolClient, personId: string): Promise<boolean>
}

export type Membership = {
  organization_id: string
  name: string
  status: 'pending' | 'verified' | 'refused' | 'suspended'
  roles: ('owner' | 'administrator' | 'developer' | 'financial_officer' | 'compliance_officer')[]
}
