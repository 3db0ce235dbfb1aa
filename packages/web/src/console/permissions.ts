import type { Member } from '@nani/contract/console'

type Role = Member['roles'][number]

const administrators: readonly Role[] = ['owner', 'administrator']
const developers: readonly Role[] = [...administrators, 'developer']
const reviewWriters: readonly Role[] = [...administrators, 'compliance_officer']
const complianceReaders: readonly Role[] = ['owner', 'compliance_officer']
const moneyReaders: readonly Role[] = [...administrators, 'financial_officer']
const moneyWriters: readonly Role[] = ['owner', 'financial_officer']

/**
 * The operations that only some roles may use. The pages leave out what the server would refuse; the server decides. A test
 * compares the table with the description of the API (testing/console-permissions.test.ts).
 */
export const permissions = {
  'PATCH O': administrators,
  'DELETE O': ['owner'],
  'PATCH O/members/{id}': administrators,
  'DELETE O/members/{id}/sessions': administrators,
  'POST O/members/{id}/second-factor-recovery': ['owner'],
  'GET O/invitations': administrators,
  'POST O/invitations': administrators,
  'PUT O/subscriptions': administrators,
  'GET O/acts': [...administrators, 'compliance_officer'],
  'GET O/acts/export': complianceReaders,
  'POST O/applications': administrators,
  'PATCH A': administrators,
  'POST A/keys': developers,
  'POST A/certificates': developers,
  'PUT A/webhook': developers,
  'GET A/deliveries': developers,
  'GET A/requests': [...developers, 'compliance_officer'],
  'GET A/reviews': reviewWriters,
  'POST A/reviews': reviewWriters,
  'GET O/wallet': moneyReaders,
  'PUT O/wallet/threshold': moneyWriters,
  'POST O/payments': moneyWriters,
  'GET O/disputes': complianceReaders,
  'GET A/alerts': complianceReaders,
} as const satisfies Record<string, readonly Role[]>

export type Operation = keyof typeof permissions

export const isPermitted = (roles: readonly Role[], operation: Operation): boolean =>
  roles.some((role) => (permissions[operation] as readonly Role[]).includes(role))
