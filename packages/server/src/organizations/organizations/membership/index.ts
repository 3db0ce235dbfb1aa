import { closeOrganization } from './close-organization.ts'
import { acceptInvitation, invite, listInvitations, revokeInvitation } from './invitations.ts'
import { changeMemberRoles, listMembers, removeMember } from './members.ts'
import { exportOrganizationActs, listOrganizationActs } from './organization-acts.ts'
import {
  createOrganization,
  listOrganizations,
  readOrganization,
  updateOrganization,
} from './organizations.ts'
import { endMemberSessions, recoverMember } from './recover-member.ts'
import { changeSubscriptions, showSubscriptions } from './subscriptions.ts'

/** The acts and readings of organizations and their members. */
export const membershipActs = [
  createOrganization,
  listOrganizations,
  readOrganization,
  updateOrganization,
  closeOrganization,
  listMembers,
  changeMemberRoles,
  removeMember,
  endMemberSessions,
  recoverMember,
  listInvitations,
  invite,
  revokeInvitation,
  acceptInvitation,
  showSubscriptions,
  changeSubscriptions,
  listOrganizationActs,
  exportOrganizationActs,
] as const

export { closeOrganization, endCredentialsOfClosed } from './close-organization.ts'
export { endScopes } from './ended-subscriptions.ts'
export { createRolesReader, membershipsOf } from './member-rows.ts'
export type { MembershipNeeds } from './needs.ts'
export {
  listAllOrganizations,
  type OversightNeeds,
  oversightActs,
  refuseOrganization,
  restoreOrganization,
  showOrganization,
  suspendOrganization,
  verifyOrganization,
} from './operator-acts.ts'
export {
  endSessionsOfMember,
  type MemberRecoveryNeeds,
  memberRecoveryActs,
  recoverMemberByTwo,
} from './recover-by-operators.ts'

import {
  listApplicationsForDesk,
  listOrganizationsForDesk,
  readOrganizationForDesk,
} from './desk-readings.ts'

/** The readings of the desk about organizations. */
export const deskOrganizationReadings = [listOrganizationsForDesk, readOrganizationForDesk] as const
/** Those about their applications, in the database that has them. */
export const deskApplicationReadings = [listApplicationsForDesk] as const
export type { DeskReadingNeeds } from './desk-readings.ts'
