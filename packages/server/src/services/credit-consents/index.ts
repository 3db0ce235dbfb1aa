export { creditConsentEndpoints } from './endpoints.ts'
export { creditConsentsModule } from './module.ts'
