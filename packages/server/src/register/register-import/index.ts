export { type CreditRecordsImport, importCreditRecordsFile } from './import-credit-records.ts'
export type { ImportFormat, ImportReport } from './import-records.ts'
export { importRegister, type RegisterImport } from './import-register.ts'
