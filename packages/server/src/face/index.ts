export type {
  DetectedFace,
  Face,
  FaceAnalysis,
  FaceEngine,
  LivenessCheck,
  LivenessFinding,
  QualityFinding,
  QualityMeasure,
  Template,
} from './engine.ts'
export type { Box, FivePoints, Landmarks, Point } from './geometry.ts'
export type { DecodedImage, RgbImage } from './image/decoded-image.ts'
export type { CalibrationStep, Model, ModelInput, ModelManifest, ModelRole } from './models/manifest.ts'
