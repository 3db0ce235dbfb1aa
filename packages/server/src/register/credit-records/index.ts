export {
  type CreditRecord,
  checkAsOf,
  checkFields,
  creditRecordColumns,
  isSource,
} from './credit-record.ts'
export { deleteCreditRecordsIn } from './delete-credit-records.ts'
export { usableRecords } from './usable-records.ts'
export { writeCreditRecordsIn } from './write-credit-records.ts'
