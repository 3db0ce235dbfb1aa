import Type, { type Static } from 'typebox'
import type { RgbImage } from '../image/decoded-image.ts'
import { modelRoles } from './model-roles.ts'

/** Converts pixels to a tensor (1, channels, height, width): (value − mean) ÷ deviation, values 0 to 255. */
const modelInput = Type.Object({
  name: Type.String(),
  width: Type.Integer({ minimum: 1, maximum: 4096 }),
  height: Type.Integer({ minimum: 1, maximum: 4096 }),
  channels: Type.Union([Type.Literal('rgb'), Type.Literal('bgr'), Type.Literal('grey')]),
  mean: Type.Array(Type.Number(), { minItems: 1, maxItems: 3 }),
  deviation: Type.Array(Type.Number({ exclusiveMinimum: 0 }), { minItems: 1, maxItems: 3 }),
})
export type ModelInput = Static<typeof modelInput>

/** A point of the map from cosine to `similarity`. The map is linear between two points. */
const calibrationStep = Type.Object({
  cosine: Type.Number({ minimum: -1, maximum: 1 }),
  similarity: Type.Number({ minimum: 0, maximum: 1 }),
})
export type CalibrationStep = Static<typeof calibrationStep>

/**
 * All properties of a model that the engine needs, so that an operator can replace a model without code. Every
 * template carries `id`. Templates with different ids are never compared.
 */
export const modelManifest = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  role: Type.Union(modelRoles.map((role) => Type.Literal(role))),
  /** A path relative to the manifest (`./model.onnx`), or `package-name/path/in/it` of an installed npm package. */
  file: Type.String(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  input: modelInput,
  /** Names of the outputs, in the order in which the code of the role reads them. */
  outputs: Type.Array(Type.String(), { minItems: 1 }),
  /** For a recogniser: the number of values of a template. */
  dimensions: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096 })),
  /**
   * For a recogniser: fitted on people who are in no published measurement. Both values increase from point to point.
   */
  calibration: Type.Optional(Type.Array(calibrationStep, { minItems: 2 })),
  /** For an occlusion model, whose output is a map of features: the linear probe that detects a covered cell. */
  probe: Type.Optional(
    Type.Object({
      /** For each feature. */
      weights: Type.Array(Type.Number()),
      /** For each cell, row by row: the odds without features. */
      biases: Type.Array(Type.Number()),
      /** The cells that are evaluated: those of brows, eyes, nose and mouth. */
      cells: Type.Array(Type.Integer({ minimum: 0 })),
    }),
  ),
  /** For a liveness model: the probe on the inner layers, which are its outputs after the first. */
  layers: Type.Optional(
    Type.Object({
      /** The number of channels of each of these outputs. */
      channels: Type.Array(Type.Integer({ minimum: 1, maximum: 4096 })),
      /** One weight for each value of `summarise`, and the odds when all values are zero. */
      weights: Type.Array(Type.Number()),
      bias: Type.Number(),
    }),
  ),
  /** The known licence and training data. They are also in docs/face-models.md. */
  licence: Type.Object({ name: Type.String(), source: Type.String(), trainingData: Type.String() }),
})
export type ModelManifest = Static<typeof modelManifest>

/** An opened model, on one thread of its worker. */
export type Model = {
  manifest: ModelManifest
  /** `tensor` has the order of the manifest's input. Returns the outputs in the order of the manifest. */
  run(tensor: Float32Array): Promise<Float32Array[]>
  /** Runs on a crop of the input size. Roles that share a network run it once for each crop. */
  runOnImage(image: RgbImage): Promise<Float32Array[]>
}
