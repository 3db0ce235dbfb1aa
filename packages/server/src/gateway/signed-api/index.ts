export { type CellAnswers, type CellRouter, noCells } from './cell-router.ts'
export { signedApiModule } from './module.ts'
