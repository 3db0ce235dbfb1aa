export { createKybVerification } from './service.ts'
