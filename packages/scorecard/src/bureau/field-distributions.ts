import type { RecordField, Source } from '../serving/credit-records.ts'

/**
 * The distribution of one field: its quantiles, and its correlation with the risk and the wealth of a person.
 * A positive correlation with risk means: a riskier person has higher values.
 */
export type FieldDistribution = {
  risk: number
  wealth: number
  /** Points [probability, value] from probability 0 to 1. Between them the value is linear. */
  quantiles: readonly (readonly [probability: number, value: number])[]
  isWhole?: true
  /** Share of the records that do not report the field. 0.02 if absent. */
  absentShare?: number
}

export type FieldDistributions = {
  readonly [S in Source]: { readonly [F in RecordField<S>]: FieldDistribution }
}

/**
 * Utilization and times past due follow the file Give Me Some Credit (150,000 borrowers of banks). The late share of
 * nano loans follows the SuperLender file of Nigeria (4,368 borrowers). The other fields are assumptions.
 */
export const fieldDistributions: FieldDistributions = {
  mobile_money: {
    months_active_12: {
      risk: -0.45,
      wealth: 0.15,
      quantiles: [
        [0, 0.6],
        [0.1, 3],
        [0.25, 7],
        [0.5, 11],
        [0.68, 12],
        [1, 12],
      ],
      isWhole: true,
    },
    tx_per_month: {
      risk: -0.35,
      wealth: 0.3,
      quantiles: [
        [0, 0.2],
        [0.1, 2],
        [0.25, 5],
        [0.5, 12],
        [0.75, 25],
        [0.9, 45],
        [0.99, 110],
        [1, 200],
      ],
    },
    inflow_mean: {
      risk: -0.2,
      wealth: 0.6,
      quantiles: [
        [0, 5e3],
        [0.1, 3e4],
        [0.25, 8e4],
        [0.5, 2e5],
        [0.75, 4.5e5],
        [0.9, 1e6],
        [0.99, 4e6],
        [1, 1e7],
      ],
    },
    inflow_cv: {
      risk: 0.4,
      wealth: -0.1,
      quantiles: [
        [0, 0.05],
        [0.1, 0.2],
        [0.5, 0.6],
        [0.9, 1.3],
        [1, 3],
      ],
    },
    balance_mean: {
      risk: -0.35,
      wealth: 0.5,
      quantiles: [
        [0, 0],
        [0.1, 2e3],
        [0.25, 6e3],
        [0.5, 2e4],
        [0.75, 6e4],
        [0.9, 1.8e5],
        [0.99, 1e6],
        [1, 4e6],
      ],
    },
    p2p_counterparties: {
      risk: -0.2,
      wealth: 0.1,
      quantiles: [
        [0, 0],
        [0.1, 2],
        [0.5, 9],
        [0.9, 30],
        [1, 120],
      ],
      isWhole: true,
    },
    merchant_share: {
      risk: -0.2,
      wealth: 0.3,
      quantiles: [
        [0, 0],
        [0.3, 0],
        [0.5, 0.08],
        [0.75, 0.2],
        [0.95, 0.5],
        [1, 0.9],
      ],
    },
    nano_loans_repaid_late_share: {
      risk: 0.65,
      wealth: -0.1,
      quantiles: [
        [0, 0],
        [0.379, 0],
        [0.39, 0.1],
        [0.465, 0.25],
        [0.5, 0.286],
        [0.614, 0.5],
        [0.75, 0.667],
        [0.826, 1],
        [1, 1],
      ],
      absentShare: 0.45,
    },
    days_since_last_tx: {
      risk: 0.45,
      wealth: -0.1,
      quantiles: [
        [0, 0],
        [0.25, 0],
        [0.5, 2],
        [0.75, 7],
        [0.9, 25],
        [0.99, 180],
        [1, 365],
      ],
      isWhole: true,
    },
  },
  telecom: {
    sim_age_months: {
      risk: -0.45,
      wealth: 0.15,
      quantiles: [
        [0, 0],
        [0.1, 4],
        [0.5, 30],
        [0.75, 60],
        [0.9, 96],
        [1, 220],
      ],
      isWhole: true,
    },
    topup_per_month: {
      risk: -0.15,
      wealth: 0.25,
      quantiles: [
        [0, 0],
        [0.1, 1],
        [0.5, 6],
        [0.9, 18],
        [1, 60],
      ],
    },
    topup_cv: {
      risk: 0.35,
      wealth: -0.1,
      quantiles: [
        [0, 0.05],
        [0.1, 0.2],
        [0.5, 0.55],
        [0.9, 1.2],
        [1, 3],
      ],
    },
    airtime_advance_repaid_share: {
      risk: -0.5,
      wealth: 0.05,
      quantiles: [
        [0, 0],
        [0.05, 0.3],
        [0.2, 0.8],
        [0.4, 1],
        [1, 1],
      ],
      absentShare: 0.4,
    },
    number_changes_24m: {
      risk: 0.4,
      wealth: 0,
      quantiles: [
        [0, 0],
        [0.7, 0],
        [0.7001, 1],
        [0.9, 1],
        [0.9001, 2],
        [0.97, 2],
        [1, 6],
      ],
      isWhole: true,
    },
  },
  banking: {
    account_age_months: {
      risk: -0.4,
      wealth: 0.25,
      quantiles: [
        [0, 0],
        [0.1, 6],
        [0.5, 40],
        [0.9, 140],
        [1, 420],
      ],
      isWhole: true,
    },
    months_salary_seen_12: {
      risk: -0.4,
      wealth: 0.4,
      quantiles: [
        [0, 0],
        [0.35, 0],
        [0.5, 6],
        [0.65, 12],
        [1, 12],
      ],
      isWhole: true,
    },
    utilization: {
      risk: 0.65,
      wealth: -0.15,
      quantiles: [
        [0, 0],
        [0.05, 0],
        [0.1, 0.003],
        [0.25, 0.03],
        [0.5, 0.154],
        [0.75, 0.559],
        [0.9, 0.981],
        [0.95, 1],
        [0.99, 1.093],
        [1, 1.5],
      ],
      absentShare: 0.1,
    },
    dpd30_24m: {
      risk: 0.55,
      wealth: 0,
      quantiles: [
        [0, 0],
        [0.84, 0],
        [0.8401, 1],
        [0.947, 1],
        [0.9471, 2],
        [0.978, 2],
        [0.99, 3],
        [0.995, 4],
        [1, 8],
      ],
      isWhole: true,
    },
    dpd60_24m: {
      risk: 0.65,
      wealth: 0,
      quantiles: [
        [0, 0],
        [0.949, 0],
        [0.9491, 1],
        [0.987, 1],
        [0.9871, 2],
        [0.995, 2],
        [1, 5],
      ],
      isWhole: true,
    },
    dpd90_24m: {
      risk: 0.7,
      wealth: 0,
      quantiles: [
        [0, 0],
        [0.944, 0],
        [0.9441, 1],
        [0.979, 1],
        [0.9791, 2],
        [0.99, 2],
        [0.994, 3],
        [1, 8],
      ],
      isWhole: true,
    },
    overdrafts_12m: {
      risk: 0.45,
      wealth: -0.2,
      quantiles: [
        [0, 0],
        [0.6, 0],
        [0.6001, 1],
        [0.8, 1],
        [0.9, 3],
        [1, 12],
      ],
      isWhole: true,
    },
    open_loans: {
      risk: 0.25,
      wealth: 0.2,
      quantiles: [
        [0, 0],
        [0.3, 0],
        [0.5, 1],
        [0.9, 4],
        [1, 12],
      ],
      isWhole: true,
    },
    inquiries_6m: {
      risk: 0.5,
      wealth: 0,
      quantiles: [
        [0, 0],
        [0.55, 0],
        [0.5501, 1],
        [0.8, 1],
        [0.9, 3],
        [1, 12],
      ],
      isWhole: true,
    },
  },
  utilities: {
    meter_age_months: {
      risk: -0.15,
      wealth: 0.3,
      quantiles: [
        [0, 0],
        [0.1, 5],
        [0.5, 36],
        [0.9, 110],
        [1, 300],
      ],
      isWhole: true,
    },
    paid_on_time_share_12: {
      risk: -0.6,
      wealth: 0.15,
      quantiles: [
        [0, 0],
        [0.05, 0.25],
        [0.2, 0.667],
        [0.4, 0.917],
        [0.55, 1],
        [1, 1],
      ],
    },
    disconnections_24m: {
      risk: 0.45,
      wealth: -0.15,
      quantiles: [
        [0, 0],
        [0.6, 0],
        [0.6001, 1],
        [0.85, 1],
        [0.95, 3],
        [1, 8],
      ],
      isWhole: true,
    },
    arrears_ratio: {
      risk: 0.5,
      wealth: -0.15,
      quantiles: [
        [0, 0],
        [0.5, 0],
        [0.75, 0.5],
        [0.9, 1.5],
        [1, 6],
      ],
    },
  },
}
