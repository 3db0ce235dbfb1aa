export { openActCell } from './act-cell.ts'
export {
  addCell,
  checkCells,
  listCells,
  placeOrganization,
  prepareCell,
} from './cell-acts.ts'
export { requireOwnCell, requireUnusedCell } from './cell-identity.ts'
export {
  onCellLog,
  onCellLogs,
  proveInCells,
  readKnownCells,
  type UnreadLog,
} from './cell-logs.ts'
export { type Cell, type CellUrls, cellsUse, cellsWithout, listsCells, readCells } from './cell-rows.ts'
export { checkAll, faultLine, faultOfCopies, writeHeartbeat } from './check-cells.ts'
export { drainCell } from './drain-cell.ts'
export { holdRestored, readHeldCells } from './held-cells.ts'
export { openCellsToMigrate } from './migrate-cells.ts'
export { whyRowsWait } from './move/archived-parts.ts'
export { completeMoves } from './move/complete-moves.ts'
export { putUpRestoredTriggers } from './move/fence-triggers.ts'
export { forgetMoves } from './move/forget-moves.ts'
export { completeMove, moveOrganization } from './move/move-act.ts'
export type { MoveNeeds } from './move/run-move.ts'
export { undoMove } from './move/undo-move.ts'
export { onCellDatabase } from './open-cell.ts'
export { openCellPlatform, type PlatformOfCell } from './open-cell-platform.ts'
export { listenToPlaces, readPlaces } from './places.ts'
export { removeCell } from './remove-cell.ts'
export { rotateCellLogKeys } from './rotate-cell-log-keys.ts'
export { servedCells } from './served-cells.ts'
export { cellsSettings, cellVariables } from './settings.ts'
export { withCell } from './with-cell.ts'
