export { type Analyser, createAnalyser, type Wanted } from './analyse.ts'
export type {
  DetectedFace,
  Face,
  FaceAnalysis,
  FaceEngine,
  FaceObservation,
  LivenessCheck,
  LivenessFinding,
  QualityFinding,
  QualityMeasure,
  QualityProblem,
  Template,
} from './engine.ts'
export { comparePairs, type Evaluation } from './evaluate/compare-pairs.ts'
export { type Rate, rateOf } from './evaluate/exact-interval.ts'
export { type Pair, PairsUnreadable, readPairs } from './evaluate/read-pairs.ts'
export { evaluationReport, percent, tally } from './evaluate/report.ts'
export type { Box, FivePoints, Landmarks, Point } from './geometry.ts'
export type { DecodedImage, RgbImage } from './image/decoded-image.ts'
export type { CalibrationStep, Model, ModelInput, ModelManifest, ModelRole } from './models/manifest.ts'
export { openModels } from './models/open-models.ts'
export { readManifests } from './models/read-manifests.ts'
export { type FaceEngineOptions, openFaceEngine } from './open-engine.ts'
export { calibrated, cosine } from './recognise/similarity.ts'
export {
  type EnrolledTemplate,
  type FaceCandidate,
  type FaceSearch,
  type FaceSearchOptions,
  type FaceSearchStats,
  type GraphOptions,
  type IdentificationRule,
  type IdentityCandidate,
  identificationMargin,
  identify,
  mostCandidates,
  openFaceSearch,
  openQdrantSearch,
  type QdrantSearchOptions,
  type TemplateChange,
  type TemplateSource,
} from './search/index.ts'
