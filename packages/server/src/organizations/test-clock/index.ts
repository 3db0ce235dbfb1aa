export { testClockModule } from './module.ts'
