import { changeOperatorRoles, disableOperator, listOperators } from './change-operator.ts'
import { enrolOperator } from './enrol-operator.ts'
import { inviteOperator } from './invite-operator.ts'
import { recoverSecondFactor } from './recover-factor.ts'

/** The acts about operators. The desk has their list in pages. */
export const operatorActs = [
  inviteOperator,
  enrolOperator,
  changeOperatorRoles,
  disableOperator,
  recoverSecondFactor,
] as const

export type { RecoveryNeeds } from './needs.ts'
export { activeOperator } from './operator-rows.ts'
export { changeOperatorRoles, disableOperator, inviteOperator, listOperators, recoverSecondFactor }
