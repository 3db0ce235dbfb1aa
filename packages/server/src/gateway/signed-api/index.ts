export type { CellAnswers, CellRouter } from './cell-router.ts'
export { signedApiModule } from './module.ts'
