export * from './errors.ts'
export * from './identifiers.ts'
