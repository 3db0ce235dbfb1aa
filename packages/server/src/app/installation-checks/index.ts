export type { Check, Finding } from './check.ts'
export { checksOfDatabase } from './checks-of-database.ts'
export { checksOfMachine } from './checks-of-machine.ts'
