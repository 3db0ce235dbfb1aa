export { createKycValidation } from './service.ts'
