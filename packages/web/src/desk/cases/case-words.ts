import type { FraudCaseStatus, FraudType } from '@nani/contract'
import type { Say } from '../../staff/language.tsx'
import type { Party } from './case.ts'

/** A name of a table, or the code itself, which a later release of the server may send. */
const named = (names: Record<string, string>, code: string): string => names[code] ?? code

export const caseStatusName = (say: Say, status: FraudCaseStatus): string =>
  ({
    received: say('Received', 'Reçu'),
    under_review: say('Under review', 'En examen'),
    confirmed: say('Confirmed', 'Confirmé'),
    dismissed: say('Dismissed', 'Classé'),
    escalated_to_authorities: say('Escalated to the authorities', 'Transmis aux autorités'),
  })[status]

export const caseColor = (status: FraudCaseStatus): string =>
  ({
    received: 'blue',
    under_review: 'yellow',
    confirmed: 'red',
    dismissed: 'gray',
    escalated_to_authorities: 'red',
  })[status]

export const fraudTypeName = (say: Say, type: FraudType): string =>
  ({
    identity_usurpation: say('Identity theft', 'Usurpation d’identité'),
    account_takeover: say('Account takeover', 'Prise de contrôle d’un compte'),
    sim_swap: say('SIM swap', 'Échange de carte SIM'),
    phishing: say('Phishing', 'Hameçonnage'),
    social_engineering: say('Social engineering', 'Ingénierie sociale'),
    document_forgery: say('Forged document', 'Faux document'),
    money_laundering: say('Money laundering', 'Blanchiment d’argent'),
    terrorist_financing: say('Terrorist financing', 'Financement du terrorisme'),
    insider_fraud: say('Insider fraud', 'Fraude interne'),
    robbery: say('Robbery', 'Vol'),
    payment_fraud: say('Payment fraud', 'Fraude au paiement'),
    other: say('Other', 'Autre'),
  })[type]

export const priorityName = (say: Say, priority: number): string =>
  [say('Low', 'Basse'), say('Normal', 'Normale'), say('High', 'Haute'), say('Urgent', 'Urgente')][priority] ??
  String(priority)

export const actName = (say: Say, act: string): string =>
  named(
    {
      reported: say('Reported', 'Signalé'),
      start: say('Review started', 'Examen commencé'),
      claim: say('Taken', 'Pris'),
      assign: say('Assigned', 'Attribué'),
      prioritise: say('Priority set', 'Priorité définie'),
      note: say('Note', 'Note'),
      contact: say('Contact with the reporter', 'Contact avec le déclarant'),
      propose: say('Decision proposed', 'Décision proposée'),
      accept: say('Proposal accepted', 'Proposition acceptée'),
      reject: say('Proposal rejected', 'Proposition rejetée'),
      reopen: say('Reopened', 'Rouvert'),
      objection: say('Objection recorded', 'Contestation notée'),
      decide_objection: say('Objection decided', 'Contestation tranchée'),
      decline_objection_decision: say(
        'Decision about the objection declined',
        'Décision sur la contestation refusée',
      ),
      false_report: say('Report marked as false', 'Signalement marqué comme faux'),
      decline_false_report: say('False report declined', 'Faux signalement refusé'),
      open: say('Parties opened', 'Parties ouvertes'),
      evidence: say('Evidence viewed', 'Pièce visionnée'),
    },
    act,
  )

export const roleName = (say: Say, role: string): string =>
  named(
    {
      suspect: say('Suspect', 'Suspect'),
      victim: say('Victim', 'Victime'),
      witness: say('Witness', 'Témoin'),
    },
    role,
  )

export const verdictName = (say: Say, verdict: Party['register']['verdict'] | 'not_provided'): string =>
  ({
    match: say('Matches the register', 'Concorde avec le registre'),
    partial_match: say('Matches in part', 'Concorde en partie'),
    no_match: say('Does not match', 'Ne concorde pas'),
    not_in_register: say('Not in the register', 'Absent du registre'),
    not_compared: say('Not compared', 'Non comparé'),
    not_provided: say('Not given', 'Non fourni'),
  })[verdict]

export const verdictColor = (verdict: Party['register']['verdict']): string =>
  ({
    match: 'green',
    partial_match: 'yellow',
    no_match: 'red',
    not_in_register: 'red',
    not_compared: 'gray',
  })[verdict]

export const linkReason = (say: Say, reason: string): string =>
  named(
    {
      identifier: say('Same identifier', 'Même identifiant'),
      phone: say('Same phone number', 'Même numéro de téléphone'),
      company: say('Same business', 'Même entreprise'),
      birth: say('Same name and date of birth', 'Mêmes nom et date de naissance'),
    },
    reason,
  )

export const evidenceTypeName = (say: Say, type: string): string =>
  named(
    {
      image: say('Image', 'Image'),
      document: say('Document', 'Document'),
      transaction_log: say('Table of transactions', 'Relevé de transactions'),
      audio: say('Sound', 'Son'),
    },
    type,
  )

export const channelName = (say: Say, channel: string): string =>
  named(
    {
      branch: say('Branch', 'Agence'),
      online: say('Online', 'En ligne'),
      mobile_app: say('Mobile app', 'Application mobile'),
      ussd: say('USSD', 'USSD'),
      call_center: say('Call centre', 'Centre d’appels'),
      other: say('Other', 'Autre'),
    },
    channel,
  )
