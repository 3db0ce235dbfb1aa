export { kybModule } from './module.ts'
