import {
  type PriceItem,
  type PriceMode,
  type PriceTier,
  priceItems,
  priceTiers,
} from '../../billing/index.ts'
import type { Language } from './amount-in-words.ts'

/** A text of an invoice. The line is stored with its English text. */
type LineText = Readonly<Record<Language, string>>

const items: Readonly<Record<PriceItem, LineText>> = {
  kyc_validation: { en: 'KYC Validation', fr: 'Vérification d’identité (KYC)' },
  age_verification: { en: 'Age Verification', fr: 'Vérification de l’âge' },
  kyb_verification: { en: 'KYB Verification', fr: 'Vérification d’entreprise (KYB)' },
  face_verification: { en: 'Face Recognition 1:1', fr: 'Reconnaissance faciale 1:1' },
  face_identification: { en: 'Face Recognition 1:N', fr: 'Reconnaissance faciale 1:N' },
  credit_scoring: { en: 'Credit Scoring', fr: 'Score de crédit' },
  aml_screening: { en: 'AML Screening', fr: 'Contrôle réglementaire (LBC/FT)' },
  monitor_month: { en: 'Monitored subject, one month', fr: 'Sujet surveillé, un mois' },
  sso_login: { en: 'Federated sign-in', fr: 'Connexion fédérée' },
  fraud_reporting: { en: 'Fraud Reporting', fr: 'Signalement de fraude' },
}

const tiers: Readonly<Record<PriceTier, LineText>> = {
  basic: { en: 'Scopes, tier basic', fr: 'Données, niveau de base' },
  standard: { en: 'Scopes, tier standard', fr: 'Données, niveau standard' },
  sensitive: { en: 'Scopes, tier sensitive', fr: 'Données, niveau sensible' },
  biometric: { en: 'Scopes, tier biometric', fr: 'Données, niveau biométrique' },
}

const item = (name: PriceItem, mode: PriceMode): LineText => {
  const { en, fr } = items[name]
  return mode === 'single' ? items[name] : { en: `${en}, batch item`, fr: `${fr}, élément d’un lot` }
}

export const lineTexts = {
  item,
  tier: (name: PriceTier): LineText => tiers[name],
  difference: { en: 'Difference to the quotes of batches', fr: 'Écart avec les devis des lots' },
  topUp: { en: 'Top-up of the wallet', fr: 'Recharge du portefeuille' },
} as const

const all: readonly LineText[] = [
  ...priceItems.flatMap((name) => [item(name, 'single'), item(name, 'batch_item')]),
  ...priceTiers.map((name) => tiers[name]),
  ...[lineTexts.difference, lineTexts.topUp],
]
const byEnglish = new Map(all.map((text) => [text.en, text]))

/** A line in a language. The line of a credit note is its reason, as a person wrote it. */
export const lineIn = (language: Language, description: string): string =>
  byEnglish.get(description)?.[language] ?? description
