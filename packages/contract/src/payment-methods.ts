/** How an invoice can be paid (spec/billing#billing-objects). */
export const paymentMethods = ['bank_transfer', 'mobile_money', 'cash'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
