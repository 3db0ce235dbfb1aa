import { declareOwnPayment, requestOwnTopUp, setOwnThreshold } from './change-own-money.ts'
import {
  listOwnInvoices,
  listOwnPayments,
  listOwnTopUps,
  readOwnInvoice,
  readOwnInvoicePdf,
  readOwnPrices,
  readOwnWallet,
} from './read-own-money.ts'

/** The acts and readings of an organization on its own money. */
export const ownMoneyActs = [
  readOwnWallet,
  setOwnThreshold,
  listOwnInvoices,
  readOwnInvoice,
  readOwnInvoicePdf,
  listOwnPayments,
  declareOwnPayment,
  listOwnTopUps,
  requestOwnTopUp,
  readOwnPrices,
] as const

export type { OwnMoneyNeeds } from './needs.ts'
