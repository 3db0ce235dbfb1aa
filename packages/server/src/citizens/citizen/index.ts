export { citizenModule } from './module.ts'
