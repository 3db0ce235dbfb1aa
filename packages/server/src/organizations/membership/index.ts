import { acceptInvitation, invite, listInvitations, revokeInvitation } from './invitations.ts'
import { changeMemberRoles, listMembers, removeMember } from './members.ts'
import {
  createOrganization,
  listOrganizations,
  readOrganization,
  updateOrganization,
} from './organizations.ts'

/** The acts and readings of organizations and their members. */
export const membershipActs = [
  createOrganization,
  listOrganizations,
  readOrganization,
  updateOrganization,
  listMembers,
  changeMemberRoles,
  removeMember,
  listInvitations,
  invite,
  revokeInvitation,
  acceptInvitation,
] as const

export { membershipsOf, rolesOf } from './member-rows.ts'
export type { MembershipNeeds } from './needs.ts'
