import type { RecordField, Source } from '@nani/scorecard'

/** A sentence in the two languages of the responses. */
export type Text = { en: string; fr: string }
type Say = (value: number) => Text

const number = (value: number): { en: string; fr: string } => {
  const rounded = value >= 10 || Number.isInteger(value) ? Math.round(value) : Number(value.toFixed(1))
  const whole = String(Math.trunc(rounded)).replace(/\B(?=(\d{3})+$)/g, ' ')
  const tenths = Number.isInteger(rounded) ? '' : String(Math.round((rounded % 1) * 10))
  return {
    en: `${whole.replaceAll(' ', ',')}${tenths && `.${tenths}`}`,
    fr: `${whole.replaceAll(' ', '\u202f')}${tenths && `,${tenths}`}`,
  }
}

const counted =
  (en: (n: string) => string, fr: (n: string) => string): Say =>
  (value) => {
    const shown = number(Math.max(0, value))
    return { en: en(shown.en), fr: fr(shown.fr) }
  }

/** Of a share from 0 to 1, or a ratio. */
const percent =
  (en: (p: string) => string, fr: (p: string) => string): Say =>
  (value) => {
    const shown = number(Math.round(Math.max(0, value) * 100))
    return { en: en(`${shown.en}%`), fr: fr(`${shown.fr}\u00a0%`) }
  }

/** What a record says, as a plain fact. `impact` of the factor says whether it is favourable. */
export const recordTexts: { [S in Source]: Record<RecordField<S>, Say> } = {
  mobile_money: {
    months_active_12: counted(
      (n) => `Mobile money was used in ${n} of 12 months.`,
      (n) => `Le mobile money a été utilisé ${n} mois sur 12.`,
    ),
    tx_per_month: counted(
      (n) => `There are about ${n} mobile money transactions a month.`,
      (n) => `Il y a environ ${n} opérations mobile money par mois.`,
    ),
    inflow_mean: counted(
      (n) => `About CDF ${n} a month is received by mobile money.`,
      (n) => `Environ ${n} CDF par mois sont reçus par mobile money.`,
    ),
    inflow_cv: percent(
      (p) => `The monthly mobile money income varies by about ${p} around its mean.`,
      (p) => `Le revenu mensuel par mobile money varie d’environ ${p} autour de sa moyenne.`,
    ),
    balance_mean: counted(
      (n) => `The mean mobile money balance is about CDF ${n}.`,
      (n) => `Le solde moyen du compte mobile money est d’environ ${n} CDF.`,
    ),
    p2p_counterparties: counted(
      (n) => `Mobile money was exchanged with ${n} people in 12 months.`,
      (n) => `Des échanges par mobile money ont eu lieu avec ${n} personnes en 12 mois.`,
    ),
    merchant_share: percent(
      (p) => `${p} of mobile money payments went to merchants.`,
      (p) => `${p} des paiements mobile money sont allés à des commerçants.`,
    ),
    nano_loans_repaid_late_share: percent(
      (p) => `${p} of nano loans were repaid late.`,
      (p) => `${p} des nano-crédits ont été remboursés en retard.`,
    ),
    days_since_last_tx: counted(
      (n) => `The last mobile money transaction was ${n} days before the date of the record.`,
      (n) => `La dernière opération mobile money date de ${n} jours avant la date du relevé.`,
    ),
  },
  telecom: {
    sim_age_months: counted(
      (n) => `The SIM card has been in use for ${n} months.`,
      (n) => `La carte SIM est utilisée depuis ${n} mois.`,
    ),
    topup_per_month: counted(
      (n) => `There are about ${n} airtime top-ups a month.`,
      (n) => `Il y a environ ${n} recharges par mois.`,
    ),
    topup_cv: percent(
      (p) => `Airtime top-ups vary by about ${p} around their mean.`,
      (p) => `Les recharges varient d’environ ${p} autour de leur moyenne.`,
    ),
    airtime_advance_repaid_share: percent(
      (p) => `${p} of airtime advances were repaid.`,
      (p) => `${p} des avances de crédit téléphonique ont été remboursées.`,
    ),
    number_changes_24m: counted(
      (n) => `Changes of telephone number in 24 months: ${n}.`,
      (n) => `Changements de numéro de téléphone en 24 mois : ${n}.`,
    ),
  },
  banking: {
    account_age_months: counted(
      (n) => `The oldest bank account is ${n} months old.`,
      (n) => `Le plus ancien compte bancaire a ${n} mois.`,
    ),
    months_salary_seen_12: counted(
      (n) => `A salary was received in ${n} of 12 months.`,
      (n) => `Un salaire a été reçu ${n} mois sur 12.`,
    ),
    utilization: percent(
      (p) => `${p} of the credit limits is in use.`,
      (p) => `${p} des plafonds de crédit sont utilisés.`,
    ),
    dpd30_24m: counted(
      (n) => `Payments 30 to 59 days late in 24 months: ${n}.`,
      (n) => `Paiements en retard de 30 à 59 jours en 24 mois : ${n}.`,
    ),
    dpd60_24m: counted(
      (n) => `Payments 60 to 89 days late in 24 months: ${n}.`,
      (n) => `Paiements en retard de 60 à 89 jours en 24 mois : ${n}.`,
    ),
    dpd90_24m: counted(
      (n) => `Payments 90 days or more late in 24 months: ${n}.`,
      (n) => `Paiements en retard de 90 jours ou plus en 24 mois : ${n}.`,
    ),
    overdrafts_12m: counted(
      (n) => `Overdrafts in 12 months: ${n}.`,
      (n) => `Découverts en 12 mois : ${n}.`,
    ),
    open_loans: counted(
      (n) => `Open loans: ${n}.`,
      (n) => `Crédits en cours : ${n}.`,
    ),
    inquiries_6m: counted(
      (n) => `Credit inquiries of lenders in 6 months: ${n}.`,
      (n) => `Demandes de renseignements par des prêteurs en 6 mois : ${n}.`,
    ),
  },
  utilities: {
    meter_age_months: counted(
      (n) => `The utility meter has been registered for ${n} months.`,
      (n) => `Le compteur est enregistré depuis ${n} mois.`,
    ),
    paid_on_time_share_12: percent(
      (p) => `${p} of the utility bills of 12 months were paid on time.`,
      (p) => `${p} des factures de 12 mois ont été payées à temps.`,
    ),
    disconnections_24m: counted(
      (n) => `Disconnections of the utility in 24 months: ${n}.`,
      (n) => `Coupures du service en 24 mois : ${n}.`,
    ),
    arrears_ratio: percent(
      (p) => `The utility arrears are ${p} of a mean monthly bill.`,
      (p) => `Les arriérés représentent ${p} d’une facture mensuelle moyenne.`,
    ),
  },
}

const sourceNames: Record<Source, Text> = {
  mobile_money: { en: 'mobile money', fr: 'mobile money' },
  telecom: { en: 'telecom', fr: 'télécom' },
  banking: { en: 'bank', fr: 'bancaire' },
  utilities: { en: 'utility', fr: 'de services publics' },
}

export const missingSource = (source: Source): Text => ({
  en: `There is no ${sourceNames[source].en} record.`,
  fr: `Il n’y a pas de relevé ${sourceNames[source].fr}.`,
})

export const missingField = (source: Source): Text => ({
  en: `The ${sourceNames[source].en} record does not report this.`,
  fr: `Le relevé ${sourceNames[source].fr} ne le mentionne pas.`,
})
