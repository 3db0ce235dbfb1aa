import { isServiceName, type Purpose, type Scope, type ServiceName } from '@nani/contract'
import type { ConsoleApplication, Organization } from '@nani/contract/console'
import type { Say } from './language.tsx'

export const organizationStatus = (say: Say, status: Organization['status']): string =>
  ({
    pending: say('Waiting for verification', 'En attente de vérification'),
    verified: say('Verified', 'Vérifiée'),
    refused: say('Refused', 'Refusée'),
    suspended: say('Suspended', 'Suspendue'),
  })[status]

export const reviewStatus = (say: Say, status: ConsoleApplication['production_status']): string =>
  status === null
    ? say('Draft', 'Brouillon')
    : {
        submitted: say('Submitted', 'Soumise'),
        in_review: say('In review', 'En revue'),
        changes_requested: say('Changes requested', 'Corrections demandées'),
        approved: say('Approved', 'Approuvée'),
        rejected: say('Rejected', 'Rejetée'),
      }[status]

export const colorOf = (status: string | null): string => {
  if (['verified', 'approved', 'delivered', 'active', 'paid', 'accepted', 'passed'].includes(status ?? ''))
    return 'green'
  if (['refused', 'suspended', 'rejected', 'failed', 'expired', 'revoked', 'overdue'].includes(status ?? ''))
    return 'red'
  return 'gray'
}

export const environmentName = (say: Say, environment: 'sandbox' | 'production'): string =>
  environment === 'sandbox' ? say('Sandbox', 'Bac à sable') : say('Production', 'Production')

export const serviceName = (say: Say, service: ServiceName): string =>
  ({
    kyc_validation: say('KYC validation', 'Validation d’identité (KYC)'),
    face_recognition: say('Face recognition', 'Reconnaissance du visage'),
    credit_scoring: say('Credit scoring', 'Score de crédit'),
    aml_screening: say('AML screening', 'Contrôle AML'),
    fraud_reporting: say('Fraud reporting', 'Signalement de fraude'),
    age_verification: say('Age verification', 'Vérification de l’âge'),
    kyb_verification: say('KYB verification', 'Vérification d’entreprise (KYB)'),
    sso_login: say('Sign-in with the national identity', 'Connexion par l’identité nationale'),
  })[service]

/** The name of a line of the price list. */
export const priceName = (say: Say, name: string): string => {
  const names: Record<string, string> = {
    face_verification: say(
      'Comparison of a face with one person',
      'Comparaison d’un visage avec une personne',
    ),
    face_identification: say('Search of a face among all', 'Recherche d’un visage parmi tous'),
    monitor_month: say('One month of a monitor', 'Un mois de surveillance'),
  }
  return names[name] ?? (isServiceName(name) ? serviceName(say, name) : name)
}

export const purposeName = (say: Say, purpose: Purpose): string =>
  ({
    customer_onboarding: say('Open an account', 'Ouvrir un compte'),
    account_recovery: say('Recover an account', 'Rendre l’accès à un compte'),
    transaction_authorization: say('Authorize a transaction', 'Autoriser une opération'),
    age_gating: say('Check an age', 'Vérifier un âge'),
    regulatory_compliance: say('Comply with a law', 'Respecter une obligation légale'),
    fraud_prevention: say('Prevent fraud', 'Prévenir la fraude'),
    credit_assessment: say('Assess a credit', 'Étudier un crédit'),
    employment_screening: say('Check a candidate', 'Étudier une candidature'),
  })[purpose] ?? purpose

export const scopeName = (say: Say, scope: Scope): string =>
  ({
    'kyc.basic': say('Basic identity', 'Identité de base'),
    'kyc.documents.primary': say('Main document', 'Document principal'),
    'kyc.documents.all': say('All documents', 'Tous les documents'),
    'kyc.addresses': say('Addresses', 'Adresses'),
    'kyc.emails': say('E-mail addresses', 'Adresses e-mail'),
    'kyc.phone_numbers': say('Phone numbers', 'Numéros de téléphone'),
    'kyc.professions': say('Professions', 'Professions'),
    'kyc.place_of_birth': say('Place of birth', 'Lieu de naissance'),
    'kyc.marital_status': say('Marital status', 'État civil'),
    'kyc.languages': say('Languages', 'Langues'),
    'kyc.religion': say('Religion', 'Religion'),
    'kyc.ethnicity': say('Ethnicity', 'Origine ethnique'),
    'kyc.parents': say('Parents', 'Parents'),
    'kyc.biometrics.selfie': say('Photograph', 'Photographie'),
    'kyc.biometrics.fingerprint': say('Fingerprints', 'Empreintes digitales'),
    'kyc.biometrics.iris': say('Iris', 'Iris'),
  })[scope]

export const tierName = (say: Say, tier: string): string =>
  ({
    basic: say('Basic', 'De base'),
    standard: say('Standard', 'Standard'),
    sensitive: say('Sensitive: needs an enhanced review', 'Sensible : demande une revue renforcée'),
    biometric: say('Biometric: needs an enhanced review', 'Biométrique : demande une revue renforcée'),
  })[tier] ?? tier

/** The state of an invoice, a payment, a delivery or a monitor. A state that is unknown here is shown as it is. */
export const stateName = (say: Say, state: string): string => {
  const names: Record<string, string> = {
    submitted: say('Submitted', 'Soumise'),
    declared: say('Declared', 'Déclaré'),
    approved: say('Approved', 'Approuvé'),
    rejected: say('Rejected', 'Rejeté'),
    issued: say('Issued', 'Émise'),
    paid: say('Paid', 'Payée'),
    overdue: say('Overdue', 'En retard'),
    voided: say('Voided', 'Annulée'),
    waiting: say('Waiting', 'En attente'),
    delivered: say('Delivered', 'Livré'),
    failed: say('Failed', 'Échoué'),
    active: say('Active', 'Active'),
    stopped: say('Stopped', 'Arrêtée'),
  }
  return names[state] ?? state
}
