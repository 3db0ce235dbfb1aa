import type { ShownService } from './shown-services.ts'

export type PdfLanguage = 'fr' | 'en'

type PdfTexts = {
  title: string
  made: string
  none: string
  shortened: string
  entries: string
  page: string
  purpose: string
  scopes: string
  reason: string
  readAgain: string
  disputed: string
  services: Readonly<Record<ShownService, string>>
}

export const pdfTexts: Readonly<Record<PdfLanguage, PdfTexts>> = {
  fr: {
    title: 'Qui a consulté mes données',
    made: 'Établi le',
    none: 'Personne n’a consulté vos données pendant cette période.',
    shortened:
      'Le document contient les accès les plus récents. Choisissez une période plus courte pour les autres.',
    entries: 'Accès',
    page: 'Page',
    purpose: 'But',
    scopes: 'Données',
    reason: 'Motif',
    readAgain: 'Relu',
    disputed: 'Contesté',
    services: {
      kyc_validation: 'Vérification d’identité',
      age_verification: 'Vérification de l’âge',
      face_recognition: 'Reconnaissance du visage',
      credit_scoring: 'Score de crédit',
      sso_login: 'Connexion',
    },
  },
  en: {
    title: 'Reads of my data',
    made: 'Made on',
    none: 'No one read your data in this time.',
    shortened: 'The document has the most recent reads. Choose a shorter time for the others.',
    entries: 'Reads',
    page: 'Page',
    purpose: 'Purpose',
    scopes: 'Data',
    reason: 'Reason',
    readAgain: 'Read again',
    disputed: 'Disputed',
    services: {
      kyc_validation: 'Identity check',
      age_verification: 'Age check',
      face_recognition: 'Face recognition',
      credit_scoring: 'Credit score',
      sso_login: 'Sign-in',
    },
  },
}
