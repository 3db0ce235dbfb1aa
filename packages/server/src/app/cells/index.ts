export {
  addCell,
  checkCells,
  listCells,
  placeOrganization,
  prepareCell,
} from './cell-acts.ts'
export { type Cell, cellsUse, readCells } from './cell-rows.ts'
export { checkAll, faultLine, faultOfCopies, writeHeartbeat } from './check-cells.ts'
export { drainCell } from './drain-cell.ts'
export { openCellsToMigrate } from './migrate-cells.ts'
export { completeMoves } from './move/complete-moves.ts'
export { forgetMoves } from './move/forget-moves.ts'
export { completeMove, moveOrganization } from './move/move-act.ts'
export type { MoveNeeds } from './move/run-move.ts'
export { onCellDatabase } from './open-cell.ts'
export { openCellPlatform, type PlatformOfCell } from './open-cell-platform.ts'
export { readPlacedKeys } from './place-organization.ts'
export { listenToPlaces } from './places.ts'
export { removeCell } from './remove-cell.ts'
export { rotatePlacedKeys } from './rotate-placed-keys.ts'
export { servedCells } from './served-cells.ts'
export { cellsSettings, cellVariables } from './settings.ts'
