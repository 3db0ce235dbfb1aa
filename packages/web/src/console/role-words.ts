import type { Member } from '@nani/contract/console'
import type { Say } from '../staff/language.tsx'

export type Role = Member['roles'][number]

export const roles: readonly Role[] = [
  'owner',
  'administrator',
  'developer',
  'financial_officer',
  'compliance_officer',
]

export const roleName = (say: Say, role: Role): string =>
  ({
    owner: say('Owner', 'Propriétaire'),
    administrator: say('Administrator', 'Administrateur'),
    developer: say('Developer', 'Développeur'),
    financial_officer: say('Financial officer', 'Responsable financier'),
    compliance_officer: say('Compliance officer', 'Responsable conformité'),
  })[role]

export const roleNote = (say: Say, role: Role): string =>
  ({
    owner: say('Everything, also to close the organization', 'Tout, y compris fermer l’organisation'),
    administrator: say('Members, applications, production keys', 'Membres, applications, clés de production'),
    developer: say('The sandbox and the logs', 'Le bac à sable et les journaux'),
    financial_officer: say('Wallet, invoices and payments', 'Portefeuille, factures et paiements'),
    compliance_officer: say('Alerts, disputes and reviews', 'Alertes, contestations et revues'),
  })[role]
