export { acceptGeneratedModel, activateModel } from './decide-model.ts'
export { listModels, type ModelRole, type ModelVersion, readModelVersion } from './model-versions.ts'
export { scorecardModule } from './module.ts'
export { createScorecards, type OpenScorecards, type Scorecards } from './scorecards.ts'
