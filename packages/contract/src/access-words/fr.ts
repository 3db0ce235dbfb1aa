import type { AccessWords } from './access-words.ts'

/** French. */
export const accessWords: AccessWords = {
  services: {
    kyc_validation: 'Vérification d’identité',
    face_recognition: 'Reconnaissance du visage',
    credit_scoring: 'Score de crédit',
    aml_screening: 'Contrôle réglementaire',
    fraud_reporting: 'Signalement de fraude',
    age_verification: 'Vérification de l’âge',
    kyb_verification: 'Vérification d’entreprise',
    sso_login: 'Connexion',
  },
  purposes: {
    customer_onboarding: 'Ouvrir un compte ou un contrat pour vous',
    account_recovery: 'Vous rendre l’accès à votre compte',
    transaction_authorization: 'Autoriser une opération',
    age_gating: 'Vérifier que vous avez l’âge requis',
    regulatory_compliance: 'Respecter une obligation légale',
    fraud_prevention: 'Prévenir la fraude',
    credit_assessment: 'Étudier une demande de crédit',
    employment_screening: 'Étudier une candidature à un emploi',
    sign_in: 'Vous connecter à une application',
  },
  log: {
    title: 'Qui a vu mes données',
    made: 'Établi le',
    none: 'Personne n’a consulté vos données pendant cette période.',
    shortened:
      'Le document contient les consultations les plus récentes. Choisissez une période plus courte pour les autres.',
    entries: 'Consultations',
    page: 'Page',
    time: 'Date et heure (UTC)',
    organization: 'Organisation',
    application: 'Application',
    service: 'Service',
    purpose: 'Raison',
    data: 'Données consultées',
    reason: 'Raison donnée',
    approval: 'Vous avez confirmé la connexion avec votre visage.',
    readAgain: 'Relectures',
    dispute: 'Contestation',
    id: 'Numéro',
    disputes: { open: 'Envoyée', answered: 'Réponse reçue' },
  },
}
