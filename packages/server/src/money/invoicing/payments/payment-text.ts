/**
 * What was paid, how, for what, and who said so. The ledger keeps this text of an approved payment, so that a payment that was
 * changed contradicts it.
 */
export const paymentText = `concat_ws(' ', method, external_reference, array_to_string(invoice_ids, ','), declared_by, decided_by)`
