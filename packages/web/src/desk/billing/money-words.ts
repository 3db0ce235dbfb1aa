import type { Say } from '../../staff/language.tsx'
import type { Invoice, Payment, TopUp } from './money.ts'

export const invoiceStatus = (say: Say, status: Invoice['status']): string =>
  ({
    issued: say('Issued', 'Émise'),
    paid: say('Paid', 'Payée'),
    overdue: say('Overdue', 'Échue'),
    voided: say('Voided', 'Annulée'),
  })[status]

export const paymentStatus = (say: Say, status: Payment['status']): string =>
  ({
    declared: say('Declared', 'Déclaré'),
    approved: say('Approved', 'Approuvé'),
    rejected: say('Rejected', 'Rejeté'),
  })[status]

export const topUpStatus = (say: Say, status: TopUp['status']): string =>
  ({
    submitted: say('Submitted', 'Soumise'),
    approved: say('Approved', 'Approuvée'),
    rejected: say('Rejected', 'Rejetée'),
  })[status]

export const statusColor = (status: string): string =>
  ['paid', 'approved'].includes(status) ? 'green' : ['overdue', 'rejected'].includes(status) ? 'red' : 'gray'

/** The name of an act on money in a proposal; a later release may have others. */
export const moneyAct = (say: Say, action: string): string =>
  (
    ({
      adjust: say('Adjust the wallet', 'Ajuster le portefeuille'),
      mode: say('Change the mode', 'Changer le mode'),
      void: say('Void an invoice', 'Annuler une facture'),
      'credit-note': say('Issue a credit note', 'Émettre un avoir'),
      'approve-payment': say('Approve a payment', 'Approuver un paiement'),
      'approve-top-up': say('Approve a top-up', 'Approuver une recharge'),
      'return-unapplied': say('Return money', 'Rendre de l’argent'),
    }) as Record<string, string>
  )[action] ?? action

/** The name of an action of the billing cycle; a later release may have others. */
export const cycleActionName = (say: Say, action: string): string =>
  (
    ({
      invoice_issued: say('Issue an invoice', 'Émettre une facture'),
      reminder_before_due: say('Remind before the due date', 'Rappeler avant l’échéance'),
      overdue: say('Note that it is overdue', 'Noter qu’elle est échue'),
      reminder_after_due: say('Remind after the due date', 'Rappeler après l’échéance'),
      second_reminder_after_due: say('Remind again', 'Rappeler encore'),
      services_suspended: say('Suspend the services', 'Suspendre les services'),
    }) as Record<string, string>
  )[action] ?? action
