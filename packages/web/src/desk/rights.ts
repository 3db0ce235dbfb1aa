import { useRead } from '../staff/reading.ts'

export type OperatorRole =
  | 'reviewer'
  | 'investigator'
  | 'list_manager'
  | 'enrolment_officer'
  | 'billing_officer'
  | 'supervisor'
  | 'auditor'

const investigators: readonly OperatorRole[] = ['investigator', 'supervisor']
const money: readonly OperatorRole[] = ['billing_officer', 'supervisor']
const ofOrganization = '/billing/organizations/{organization_id}' as const

/**
 * The operations of these areas that not every reader may use. The pages leave out what the server would refuse; the server
 * decides. A test compares the table with the description of the API (testing/desk-permissions.test.ts).
 */
export const permissions = {
  'POST /cases/{fraud_case}/open': investigators,
  'POST /cases/{fraud_case}/note': investigators,
  'GET /cases/{fraud_case}/evidence/{position}': ['investigator', 'supervisor', 'auditor'],
  'POST /cases/{fraud_case}/reopen': ['supervisor'],
  'POST /cases/{fraud_case}/objection/decide': ['supervisor'],
  'PUT /threshold': ['list_manager', 'supervisor'],
  'POST /disputes/{id}/answers': ['reviewer', 'supervisor'],
  'POST /consents/{id}/revoke': ['supervisor'],
  [`POST ${ofOrganization}/invoices/{id}/void`]: money,
  [`POST ${ofOrganization}/payments/{id}/approve`]: money,
  [`POST ${ofOrganization}/top-ups/{id}/approve`]: money,
  [`POST ${ofOrganization}/adjust`]: money,
} as Readonly<Record<string, readonly OperatorRole[]>>

/** Whether a role of the person permits an operation. An operation without a line is permitted to no role. */
export const useMay = () => {
  const { data } = useRead<{ roles?: OperatorRole[] }>('/me')
  const roles = data?.roles ?? []
  return (operation: string): boolean => roles.some((role) => permissions[operation]?.includes(role))
}
