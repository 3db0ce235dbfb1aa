export { matchClaims } from './match-claims.ts'
export { kycModule } from './module.ts'
export { createKycValidation } from './service.ts'
