import type { Say } from '../staff/language.tsx'

export type OperatorRole =
  | 'supervisor'
  | 'reviewer'
  | 'investigator'
  | 'billing_officer'
  | 'list_manager'
  | 'enrolment_officer'
  | 'auditor'

export const operatorRoleName = (say: Say, role: string): string => {
  const names: Record<OperatorRole, string> = {
    supervisor: say('Supervisor', 'Superviseur'),
    reviewer: say('Reviewer', 'Réviseur'),
    investigator: say('Investigator', 'Enquêteur'),
    billing_officer: say('Billing officer', 'Responsable de la facturation'),
    list_manager: say('List manager', 'Gestionnaire des listes'),
    enrolment_officer: say('Enrolment officer', 'Agent d’enrôlement'),
    auditor: say('Auditor', 'Auditeur'),
  }
  return names[role as OperatorRole] ?? role
}
