import type { CreditRecords } from '@nani/scorecard'
import type { CreditRecord } from '../credit-records/index.ts'
import { creditRecordsOf } from './population/credit-records.ts'
import { sandboxSvcId } from './sandbox-citizen.ts'

const regularMoney = {
  months_active_12: 12,
  tx_per_month: 34,
  inflow_mean: 820_000,
  inflow_cv: 0.22,
  balance_mean: 140_000,
  p2p_counterparties: 31,
  merchant_share: 0.42,
  nano_loans_repaid_late_share: 0,
  days_since_last_tx: 1,
}
const occasionalMoney = {
  months_active_12: 7,
  tx_per_month: 6,
  inflow_mean: 95_000,
  inflow_cv: 0.85,
  balance_mean: 8_000,
  p2p_counterparties: 6,
  merchant_share: 0.05,
  nano_loans_repaid_late_share: 0.4,
  days_since_last_tx: 19,
}
const steadyTelecom = {
  sim_age_months: 96,
  topup_per_month: 9,
  topup_cv: 0.3,
  airtime_advance_repaid_share: 1,
  number_changes_24m: 0,
}
const newTelecom = {
  sim_age_months: 5,
  topup_per_month: 2,
  topup_cv: 1.1,
  airtime_advance_repaid_share: 0.6,
  number_changes_24m: 2,
}
const goodBanking = {
  account_age_months: 110,
  months_salary_seen_12: 12,
  utilization: 0.12,
  dpd30_24m: 0,
  dpd60_24m: 0,
  dpd90_24m: 0,
  overdrafts_12m: 0,
  open_loans: 1,
  inquiries_6m: 0,
}
const lateBanking = {
  account_age_months: 26,
  months_salary_seen_12: 4,
  utilization: 0.94,
  dpd30_24m: 3,
  dpd60_24m: 1,
  dpd90_24m: 1,
  overdrafts_12m: 5,
  open_loans: 4,
  inquiries_6m: 6,
}
const paidUtilities = {
  meter_age_months: 72,
  paid_on_time_share_12: 0.96,
  disconnections_24m: 0,
  arrears_ratio: 0,
}
const unpaidUtilities = {
  meter_age_months: 30,
  paid_on_time_share_12: 0.4,
  disconnections_24m: 3,
  arrears_ratio: 2.4,
}

/** The records of the sandbox people. -0003 and -0013 have none. */
const recordsByPerson: Readonly<Record<string, CreditRecords>> = {
  '0001': {
    mobile_money: regularMoney,
    telecom: steadyTelecom,
    banking: goodBanking,
    utilities: paidUtilities,
  },
  '0002': { mobile_money: occasionalMoney, telecom: newTelecom },
  '0004': { mobile_money: occasionalMoney, banking: lateBanking, utilities: unpaidUtilities },
  // The same records as those of -0009 and -0011, without their findings.
  '0005': { mobile_money: regularMoney, telecom: steadyTelecom, banking: goodBanking },
  '0008': { mobile_money: regularMoney, telecom: steadyTelecom, utilities: paidUtilities },
  '0009': { mobile_money: regularMoney, telecom: steadyTelecom, banking: goodBanking },
  '0010': { telecom: steadyTelecom, banking: goodBanking },
  '0011': { mobile_money: regularMoney, telecom: steadyTelecom, banking: goodBanking },
  '0012': { mobile_money: regularMoney, telecom: steadyTelecom, utilities: paidUtilities },
  '0014': { mobile_money: occasionalMoney, telecom: steadyTelecom },
  '0015': { mobile_money: regularMoney, telecom: newTelecom, utilities: unpaidUtilities },
}

/** The records as the register gets them. */
export const sandboxCreditRecords = (asOf: string): CreditRecord[] =>
  Object.entries(recordsByPerson).flatMap(([number, records]) =>
    creditRecordsOf(sandboxSvcId(number), { records }, asOf),
  )
