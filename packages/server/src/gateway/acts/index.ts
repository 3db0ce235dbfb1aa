export { type ActEntry, actLogged } from './act-log.ts'
export { type ActSurface, type ActWork, addActRoutes, pathParameters, routeOf } from './act-routes.ts'
export { actsWithNeeds } from './acts-with-needs.ts'
export { type BoundAct, bind } from './bind.ts'
export { bindAs, type SurfaceForm } from './bind-as.ts'
export { canonicalAct, canonicalActMembers } from './canonical-act.ts'
export { checkInput, checkOutputs } from './check-input.ts'
export {
  type ActCell,
  homeIn,
  homePoolOf,
  type IssuedKey,
  inHomeBefore,
  inTurnOf,
  takingBackInHome,
} from './databases/act-cell.ts'
export { actsOfAll, type MergedAct } from './databases/acts-of-all.ts'
export {
  archiveIn,
  askAll,
  type Databases,
  databasesOf,
  fileWithinMs,
  homeAlone,
  listOfAll,
  type NamedDatabase,
  readPageOfAll,
  requireAllRead,
  unreadIn,
} from './databases/ask-all.ts'
export { inPlaceOfObject } from './databases/find-object.ts'
export { inEveryDatabase } from './databases/in-every-database.ts'
export {
  type AllDatabases,
  type AskOthers,
  createAllDatabases,
  noOthers,
  othersOf,
} from './databases/others.ts'
export {
  cellOfApplication,
  cellOfMoney,
  cellOfOrganization,
  cellsEverOf,
  hasCells,
  placedKeys,
} from './databases/place-of.ts'
export {
  cellIsAway,
  cellOf,
  inFoundPlaces,
  inPlaces,
  movedMeanwhile,
  type NamedCell,
  noPlaces,
  type Places,
  placesOfMoney,
  usable,
} from './databases/places.ts'
export type { Declaration, RateLimit, RouteText, Sentence, Surface } from './declaration.ts'
export {
  type Act,
  type ActContext,
  type ActNeeds,
  type ActResult,
  type Admission,
  type Alongside,
  countedRefusal,
  defineAct,
  needsOf,
} from './define-act.ts'
export { defineReading, type Reading, type ReadingContext } from './define-reading.ts'
export {
  type DescribedError,
  type Description,
  describeActs,
  type OperationPermission,
  permissionOf,
} from './describe-acts.ts'
export { maxExported, tooManyActs } from './exported-acts.ts'
export { eventStream, type FileResult, fileResult } from './file-result.ts'
export { filterTime, isInMonth } from './filter-time.ts'
export { noVersion, requireVersion, versionInput } from './if-match.ts'
export { inPages } from './in-pages.ts'
export { actSchema, type ListedAct, listActs } from './list-acts.ts'
export {
  afterTime,
  createListCursors,
  type ListCursors,
  listOf,
  type Page,
  type Part,
  type Position,
  pageInput,
  partInput,
  readPage,
} from './list-pages.ts'
export { type AgreedId, agreedProposal, reasonOfOperator } from './operator-input.ts'
export { isSimpleBody } from './storable-texts.ts'
export {
  ofSurface,
  onSurface,
  requestFacts,
  setsCookies,
  surfaceMembers,
  takesFromSurface,
  withoutSurfaceMembers,
} from './surface-members.ts'
