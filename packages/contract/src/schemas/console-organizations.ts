import Type from 'typebox'
import { scopes } from '../scopes.ts'
import { emailAddress, lineOfText, memberRoleNames, nullable, timestamp } from './console-people.ts'

/** Schemas of the console's API about organizations and their members. */

const closed = { additionalProperties: false }
const maxName = 200
const role = Type.Enum([...memberRoleNames])
const givenRoles = Type.Array(role, {
  minItems: 1,
  maxItems: 5,
  uniqueItems: true,
  examples: [['developer']],
})
export const organizationId = Type.String({
  minLength: 1,
  maxLength: 60,
  examples: ['org_01M7YS1Q44S1432YGAVSNSSJEF'],
})
/** The registration number of a business (spec/identifiers#formats-of-identifiers). */
const rccm = Type.String({ minLength: 1, maxLength: 60, examples: ['CD/KNG/RCCM/00-B-00001'] })
const version = Type.Integer({ examples: [1], description: 'PATCH and PUT name it in If-Match.' })

export const organizationStatuses = ['pending', 'verified', 'refused', 'suspended'] as const

/** The business of the register with the `rccm`, next to what the organization wrote. */
export const organizationComparison = Type.Object({
  result: Type.Enum(['match', 'partial_match', 'no_match', 'not_found', 'not_active']),
  legal_name: nullable(Type.String({ examples: ['Banque du Fleuve SA'] })),
  status: nullable(Type.String({ examples: ['active'] })),
  compared_at: timestamp,
})

export const organization = Type.Object({
  object: Type.Literal('organization'),
  id: organizationId,
  name: Type.String({ examples: ['Banque du Fleuve'] }),
  rccm: nullable(Type.String({ examples: ['CD/KNG/RCCM/00-B-00001'] })),
  status: Type.Enum([...organizationStatuses]),
  /** Why it was refused or suspended. */
  status_reason: nullable(Type.String()),
  comparison: nullable(organizationComparison),
  /** The roles of the person who reads it. */
  roles: Type.Array(role),
  created_at: timestamp,
  version,
})
export const newOrganization = Type.Object({ name: lineOfText(maxName, 'Banque du Fleuve'), rccm }, closed)
/** A refused organization is submitted again by a change of its name or its number. */
export const organizationChange = Type.Object(
  { name: Type.Optional(lineOfText(maxName, 'Banque du Fleuve')), rccm: Type.Optional(rccm) },
  { ...closed, minProperties: 1 },
)

export const member = Type.Object({
  object: Type.Literal('member'),
  /** The id of the person. */
  id: Type.String({ examples: ['per_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  name: Type.String({ examples: ['Amina Kabeya'] }),
  email: Type.String({ examples: ['amina@example.cd'] }),
  roles: Type.Array(role),
  has_second_factor: Type.Boolean(),
  joined_at: timestamp,
  version,
})
/** Why the second factors of a member are removed, and how the identity of the member was checked. */
export const memberRecovery = Type.Object(
  { reason: lineOfText(500, 'The phone was lost. I saw the identity card.') },
  closed,
)
export const memberRolesChange = Type.Object({ roles: givenRoles }, closed)

export const invitation = Type.Object({
  object: Type.Literal('invitation'),
  id: Type.String({ examples: ['inv_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  email: Type.String({ examples: ['jonas@example.cd'] }),
  roles: Type.Array(role),
  status: Type.Enum(['pending', 'accepted', 'revoked', 'expired']),
  created_at: timestamp,
  expires_at: timestamp,
})
export const newInvitation = Type.Object({ email: emailAddress, roles: givenRoles }, closed)

export const subscriptions = Type.Object({
  object: Type.Literal('subscriptions'),
  scopes: Type.Array(Type.Enum([...scopes])),
  version,
})
export const subscriptionsChange = Type.Object(
  {
    scopes: Type.Array(Type.Enum([...scopes]), {
      uniqueItems: true,
      examples: [['kyc.basic', 'kyc.addresses']],
    }),
  },
  closed,
)

/** An act of a person of the organization, as it is read. */
export const organizationAct = Type.Object({
  object: Type.Literal('act'),
  number: Type.Integer({ examples: [17] }),
  at: timestamp,
  actor_kind: Type.String({ examples: ['member'] }),
  actor: Type.String({ examples: ['per_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  /** The name of the person, if it is a member or was one. */
  actor_name: nullable(Type.String({ examples: ['Amina Kabeya'] })),
  origin: nullable(Type.String({ examples: ['console'] })),
  action: Type.String({ examples: ['members.change_roles'] }),
  subject: Type.String({ examples: ['per_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  before: nullable(Type.Record(Type.String(), Type.Unknown())),
  after: nullable(Type.Record(Type.String(), Type.Unknown())),
  /** The cell whose log has it. Absent: home. Each log has its own numbers. */
  cell: Type.Optional(Type.String({ examples: ['north'] })),
})

export type Organization = Type.Static<typeof organization>
export type OrganizationComparison = Type.Static<typeof organizationComparison>
export type Member = Type.Static<typeof member>
export type Invitation = Type.Static<typeof invitation>
export type Subscriptions = Type.Static<typeof subscriptions>
export type OrganizationAct = Type.Static<typeof organizationAct>
