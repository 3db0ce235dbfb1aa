export { ageModule } from './module.ts'
export { createAgeVerification } from './service.ts'
