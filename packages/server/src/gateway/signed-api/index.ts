export { signedApiModule } from './module.ts'
