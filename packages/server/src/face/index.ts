export { type Analyser, createAnalyser, type Wanted } from './analyse.ts'
export type {
  DetectedFace,
  Face,
  FaceAnalysis,
  FaceEngine,
  LivenessCheck,
  LivenessFinding,
  QualityFinding,
  QualityMeasure,
  QualityProblem,
  Template,
} from './engine.ts'
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
  type FaceSearchStats,
  type IdentificationRule,
  type IdentityCandidate,
  identify,
  type TemplateChange,
  type TemplateSource,
} from './search/index.ts'
