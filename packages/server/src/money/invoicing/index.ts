import type { PdfFacts } from './invoices/invoice-pdf.ts'

export { openKeeper } from './background-tasks.ts'
export type { InvoiceObject, PaymentObject, TopUpObject } from './billing-objects.ts'
export {
  billingProposalFilters,
  declineBillingProposal,
  listBillingProposals,
  ownerOfMoney,
  readProofOfPayment,
} from './billing-proposals.ts'
export { renderReport } from './billing-report.ts'
export { alertBudgets, setBudget } from './budgets.ts'
export { issueCreditNote, voidInvoice } from './invoices/correct-invoices.ts'
export { type CycleResult, runBilling, runDueCycles } from './invoices/cycle.ts'
export type { InvoicedCall } from './invoices/invoice-calls.ts'
export { callCsv, callsCsvHeader, invoicesCsv } from './invoices/invoice-csv.ts'
export { whyChargesWait } from './invoices/why-charges-wait.ts'
export { invoicingModule, invoicingOfCellModule, paymentCallbacksModule } from './module.ts'
export type { OfOrganization } from './money-act.ts'
export { type InvoicingPlatform, moneyTransaction, type ProvedPlatform } from './money-transaction.ts'
export { readFunds } from './organization-funds.ts'
export { type OwnMoneyNeeds, ownMoneyActs } from './own-money/index.ts'
export { readProof } from './payments/payment-proofs.ts'
export { approvePayment, declarePayment, rejectPayment } from './payments/payments.ts'
export { returnUnapplied } from './payments/return-unapplied.ts'
export { approveTopUp, rejectTopUp, requestTopUp } from './payments/top-ups.ts'
export { setPrices } from './price-lists.ts'
export { mobileMoney } from './providers/mobile-money.ts'
export { paymentRequestSchema, requestPayment } from './providers/payment-requests.ts'
export { declaredByHand, type PaymentProvider } from './providers/provider.ts'
export {
  proveBooks,
  readCallsOfLine,
  readInvoices,
  readMoney,
  readOrganizations,
  readOverdue,
  readPayments,
  readPriceList,
  readTopUps,
  readUse,
  reconcileStatement,
  rehearseCycle,
  showInvoice,
} from './readings.ts'
export type { SpendingForecast } from './spending-forecast.ts'
export { followAccountStatus, followStatusOf } from './suspend-account.ts'
export { actOfBillingProposal, type BillingProposal, disabledOperators, isProposed } from './two-people.ts'
export { adjustWallet, changeMode, setThreshold } from './wallet-acts.ts'

/** Loads the library of PDF only when an invoice is drawn: every command and process imports this module. */
export const invoicePdf = async (facts: PdfFacts): Promise<Uint8Array> =>
  (await import('./invoices/invoice-pdf.ts')).invoicePdf(facts)
