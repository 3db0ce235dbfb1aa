import type { Member } from '@nani/contract/console'
import {
  createBatcher,
  type MemberRole,
  memberRoles,
  promptGroups,
  Refusal,
  rfc3339,
} from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type Membership, namesOfPeople, type Realm } from '../../people/index.ts'

export type MemberRow = {
  organization_id: string
  person_id: string
  roles: MemberRole[]
  joined_at: Date
  version: number
}

/** The roles of a person in an organization; null: no member, or the organization is closed. */
export const rolesOf = async (
  database: Database,
  organizationId: string,
  personId: string,
): Promise<MemberRole[] | null> => {
  const { rows } = await database.query<{ roles: MemberRole[] }>({
    name: 'member-roles',
    text: `select m.roles from organization_members m join organizations o using (organization_id)
           where m.organization_id = $1 and m.person_id = $2 and o.account_status <> 'closed'`,
    values: [organizationId, personId],
  })
  return rows[0]?.roles ?? null
}

type Asked = { organizationId: string; personId: string }

/** The same for requests of people: those that arrive at the same time share a statement, which begins after they arrived. */
export const createRolesReader = (
  database: Database,
): ((organizationId: string, personId: string) => Promise<MemberRole[] | null>) => {
  const find = createBatcher<Asked, MemberRole[] | null>(async (asked) => {
    const keys = new Map(asked.map((one) => [keyOf(one), one]))
    const { rows } = await database.query<{
      organization_id: string
      person_id: string
      roles: MemberRole[]
    }>({
      name: 'roles-of-members',
      text: `select m.organization_id, m.person_id, m.roles from unnest($1::text[], $2::text[]) as asked(organization_id, person_id)
             join organization_members m using (organization_id, person_id) join organizations o using (organization_id)
             where o.account_status <> 'closed'`,
      values: [
        [...keys.values()].map(({ organizationId }) => organizationId),
        [...keys.values()].map(({ personId }) => personId),
      ],
    })
    const found = new Map(
      rows.map((row) => [keyOf({ organizationId: row.organization_id, personId: row.person_id }), row.roles]),
    )
    return asked.map((one) => found.get(keyOf(one)) ?? null)
  }, promptGroups)
  return (organizationId, personId) => find({ organizationId, personId })
}

const keyOf = ({ organizationId, personId }: Asked): string => `${organizationId}\n${personId}`

export const findMember = async (
  database: Database,
  organizationId: string,
  personId: string,
): Promise<MemberRow> => {
  const { rows } = await database.query<MemberRow>(
    'select * from organization_members where organization_id = $1 and person_id = $2',
    [organizationId, personId],
  )
  if (!rows[0]) throw new Refusal('object_not_found', 'There is no such member.')
  return rows[0]
}

export const membershipsOf = async (database: Database, personId: string): Promise<Membership[]> => {
  const { rows } = await database.query<Membership>({
    name: 'memberships',
    text: `select m.organization_id, o.name, o.account_status as status, m.roles
           from organization_members m join organizations o using (organization_id)
           where m.person_id = $1 and o.account_status <> 'closed' order by m.joined_at, m.organization_id`,
    values: [personId],
  })
  return rows
}

export const membersWithNames = async (
  database: Database,
  realm: Realm,
  rows: readonly MemberRow[],
): Promise<Member[]> => {
  const people = await namesOfPeople(
    database,
    realm,
    rows.map(({ person_id }) => person_id),
  )
  return rows.map(({ person_id: id, roles, joined_at, version }) => {
    const person = people.get(id)
    return {
      object: 'member',
      id,
      name: person?.name ?? '',
      email: person?.email ?? '',
      roles,
      has_second_factor: person?.has_second_factor ?? false,
      joined_at: rfc3339(joined_at.getTime()),
      version,
    }
  })
}

/** Roles in the order of the catalogue, each once. */
export const inOrder = (roles: readonly MemberRole[]): MemberRole[] =>
  memberRoles.filter((role) => roles.includes(role))

/** The roles that a person with these roles may grant and take (spec/organizations#roles). */
const grantableBy = (roles: readonly MemberRole[]): readonly MemberRole[] => {
  if (roles.includes('owner')) return memberRoles
  return roles.includes('administrator') ? memberRoles.filter((role) => role !== 'owner') : []
}

/** No person grants or takes a role that the own roles do not permit. */
export const requireGrantable = (own: readonly MemberRole[], changed: readonly MemberRole[]): void => {
  const grantable = grantableBy(own)
  const refused = changed.filter((role) => !grantable.includes(role))
  if (refused.length > 0)
    throw new Refusal(
      'not_permitted',
      `Your roles do not permit to grant or to take ${refused.join(', ')}.`,
      {
        context: { roles: ['owner'] },
      },
    )
}

/** The roles that differ between two sets. */
export const changedRoles = (before: readonly MemberRole[], after: readonly MemberRole[]): MemberRole[] =>
  memberRoles.filter((role) => before.includes(role) !== after.includes(role))

/** The caller holds the lock of the organization. */
export const requireOtherOwner = async (
  client: Database,
  organizationId: string,
  personId: string,
): Promise<void> => {
  const { rowCount } = await client.query(
    `select from organization_members
     where organization_id = $1 and person_id <> $2 and 'owner' = any(roles) limit 1`,
    [organizationId, personId],
  )
  if (rowCount === 0) throw new Refusal('last_owner', 'The member is the last Owner of the organization.')
}
