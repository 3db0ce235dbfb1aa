export type { IssueReceipt } from './issue-receipt.ts'
export { receiptsModule } from './module.ts'
export { type RotatedReceiptKey, rotateReceiptKeys } from './rotate-receipt-key.ts'
