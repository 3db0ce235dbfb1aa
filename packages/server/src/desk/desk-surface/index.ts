export { operatorsDeskModule } from './module.ts'
