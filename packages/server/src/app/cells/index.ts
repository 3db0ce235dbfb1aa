export {
  addCell,
  checkCells,
  listCells,
  placeOrganization,
  prepareCell,
  removeCell,
} from './cell-acts.ts'
export { type Cell, cellsUse, readCells } from './cell-rows.ts'
export { ageOfCopies, checkAll, maxBehindMs, writeHeartbeat } from './check-cells.ts'
export { onCellDatabase } from './open-cell.ts'
export { openCellPlatform, type PlatformOfCell } from './open-cell-platform.ts'
export { readPlacedKeys } from './place-organization.ts'
export { rotatePlacedKeys } from './rotate-placed-keys.ts'
export { cellVariables } from './settings.ts'
