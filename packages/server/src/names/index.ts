export type { ComparedComponent } from './align.ts'
export { comparePersonNames, comparePrepared, type NameComparison, type NameVerdict } from './compare.ts'
export { type PreparedName, prepareName } from './prepare.ts'
export type { RelationKind } from './relate.ts'
