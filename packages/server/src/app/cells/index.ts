export {
  addCell,
  checkCells,
  listCells,
  placeOrganization,
  prepareCell,
} from './cell-acts.ts'
export { type Cell, cellsUse, readCells } from './cell-rows.ts'
export { checkAll, faultLine, faultOfCopies, writeHeartbeat } from './check-cells.ts'
export { onCellDatabase } from './open-cell.ts'
export { openCellPlatform, type PlatformOfCell } from './open-cell-platform.ts'
export { readPlacedKeys } from './place-organization.ts'
export { removeCell } from './remove-cell.ts'
export { rotatePlacedKeys } from './rotate-placed-keys.ts'
export { cellVariables } from './settings.ts'
