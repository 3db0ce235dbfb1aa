import type { Environment } from '@nani/contract'

/** The roles of operators, the people who run an installation (spec/organizations#operator-roles). */
export const operatorRoles = [
  'supervisor',
  'reviewer',
  'investigator',
  'billing_officer',
  'list_manager',
  'enrolment_officer',
  'auditor',
] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** The roles of the members of an organization (spec/organizations#roles). */
export const memberRoles = [
  'owner',
  'administrator',
  'developer',
  'financial_officer',
  'compliance_officer',
] as const
export type MemberRole = (typeof memberRoles)[number]

/** Members and operators have separate accounts (spec/organizations#people). */
export type PersonRealm = 'member' | 'operator'

/** Who performs an act. */
export type Actor =
  /** An application, by a signed call. */
  | { kind: 'application'; applicationId: string }
  /** A citizen who is signed in, with the device of the session. A session sees one environment. */
  | { kind: 'citizen'; svcId: string; environment?: Environment; deviceId?: string }
  /** A person who acts for an organization. `secondFactorAtMs`: the second factor of the session; null: it has none. */
  | {
      kind: 'member'
      personId: string
      organizationId: string
      roles: readonly MemberRole[]
      secondFactorAtMs?: number | null
    }
  /**
   * A person with a session who acts for the own account. The realm says whose accounts they are. `name`: the name of an
   * operator, which is the form of operators in the audit log.
   */
  | { kind: 'person'; personId: string; realm: PersonRealm; sessionId: string; name?: string }
  /**
   * A person who runs the installation. `operatorId`: the account of the desk. `account`: the account of the operating
   * system of a command.
   */
  | {
      kind: 'operator'
      name: string
      roles: readonly OperatorRole[]
      operatorId?: string
      account?: string
    }
  /** The installation itself, in a task such as the refresh of lists. */
  | { kind: 'system'; task: string }

/** The actors that may perform an act. Members and operators need one of the named roles. A kind that is absent may not. */
export type Permission = {
  application?: true
  citizen?: true
  /** Any person with a session, for the own account. */
  person?: true
  member?: readonly MemberRole[]
  operator?: readonly OperatorRole[]
  system?: true
}

/** Whether the permission includes the actor. It says nothing about the object of the act. */
export const permits = (permission: Permission, actor: Actor): boolean => {
  switch (actor.kind) {
    case 'member':
      return permission.member?.some((role) => actor.roles.includes(role)) ?? false
    case 'operator':
      return permission.operator?.some((role) => actor.roles.includes(role)) ?? false
    default:
      return permission[actor.kind] ?? false
  }
}

/** The id of the actor within its kind, for the audit log. */
export const actorId = (actor: Actor): string => {
  switch (actor.kind) {
    case 'application':
      return actor.applicationId
    case 'citizen':
      return actor.svcId
    case 'member':
      return actor.personId
    case 'person':
      return actor.name ?? actor.personId
    case 'operator':
      return actor.name
    case 'system':
      return actor.task
  }
}

/** The account of the operating system from which an operator acts, where it is known. */
export const accountOf = (actor: Actor): string | null =>
  (actor.kind === 'operator' ? actor.account : undefined) ?? null
