import type { Say } from '../../staff/language.tsx'
import type { QueueItem } from './queue.ts'

export const kindName = (say: Say, kind: string): string => {
  const names: Record<string, string> = {
    organization: say('Organization', 'Organisation'),
    application: say('Application', 'Application'),
    review: say('Review', 'Examen'),
    application_name: say('New name of an application', 'Nouveau nom d’une application'),
    case: say('Case', 'Dossier de fraude'),
    objection: say('Objection to a case', 'Contestation d’un dossier de fraude'),
    false_report: say('Report called false', 'Signalement dit faux'),
    proposal: say('Proposal', 'Proposition'),
    dispute: say('Dispute', 'Contestation'),
    top_up: say('Top-up', 'Recharge'),
    payment: say('Payment', 'Paiement'),
    invoice: say('Invoice', 'Facture'),
    operator: say('Operator', 'Opérateur'),
  }
  return names[kind] ?? kind
}

export const waitsForName = (say: Say, waitsFor: QueueItem['waits_for']): string =>
  ({
    mine: say('Me', 'Moi'),
    anyone: say('Anyone', 'Tous'),
    second_person: say('A second person', 'Une seconde personne'),
  })[waitsFor]
