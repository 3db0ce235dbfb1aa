export { kycModule } from './module.ts'
export { createKycValidation } from './service.ts'
