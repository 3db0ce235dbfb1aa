export {
  type CreditRecord,
  checkAsOf,
  checkFields,
  creditRecordColumns,
  isSource,
} from './credit-record.ts'
export { deleteCreditRecordsIn } from './delete-credit-records.ts'
export { type StoredCreditRecord, usableRecords } from './usable-records.ts'
export { type WrittenCreditRecords, writeCreditRecordsIn } from './write-credit-records.ts'
