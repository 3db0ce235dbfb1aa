export { createAgeVerification } from './service.ts'
