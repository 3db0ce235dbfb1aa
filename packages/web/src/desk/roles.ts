import type { Say } from '../staff/language.tsx'
import type { OperatorRole } from './operations.ts'

export type { OperatorRole }

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
