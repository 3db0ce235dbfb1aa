export { kybModule } from './module.ts'
export { createKybVerification } from './service.ts'
