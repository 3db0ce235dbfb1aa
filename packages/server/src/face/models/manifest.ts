import Type, { type Static } from 'typebox'
import type { RgbImage } from '../image/decoded-image.ts'

/** What a model is for. A recogniser gives templates; the others serve on the way there. */
export const modelRoles = [
  'detector',
  'landmarks',
  'recogniser',
  'liveness',
  'pose',
  'eyes',
  'occlusion',
] as const
export type ModelRole = (typeof modelRoles)[number]

/** How pixels become a tensor (1, channels, height, width): (value − mean) ÷ deviation, values 0 to 255. */
const modelInput = Type.Object({
  name: Type.String(),
  width: Type.Integer({ minimum: 1, maximum: 4096 }),
  height: Type.Integer({ minimum: 1, maximum: 4096 }),
  channels: Type.Union([Type.Literal('rgb'), Type.Literal('bgr'), Type.Literal('grey')]),
  mean: Type.Array(Type.Number(), { minItems: 1, maxItems: 3 }),
  deviation: Type.Array(Type.Number({ exclusiveMinimum: 0 }), { minItems: 1, maxItems: 3 }),
})
export type ModelInput = Static<typeof modelInput>

/** A step of the map from cosine to `similarity`; between two steps it is straight. */
const calibrationStep = Type.Object({
  cosine: Type.Number({ minimum: -1, maximum: 1 }),
  similarity: Type.Number({ minimum: 0, maximum: 1 }),
})
export type CalibrationStep = Static<typeof calibrationStep>

/**
 * Everything that the engine must know of a model, so that an operator can bring another one without code.
 * `id` is carried by every template: templates of different ids are never compared.
 */
export const modelManifest = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  role: Type.Union(modelRoles.map((role) => Type.Literal(role))),
  /** A path beside the manifest (`./model.onnx`), or `package-name/path/in/it` of an installed npm package. */
  file: Type.String(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  input: modelInput,
  /** Names of the outputs that are read, in the order in which the role's code reads them. */
  outputs: Type.Array(Type.String(), { minItems: 1 }),
  /** Of a recogniser: how many numbers a template has. */
  dimensions: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096 })),
  /** Of a recogniser: fitted on people that no published figure was measured on. Both rise from step to step. */
  calibration: Type.Optional(Type.Array(calibrationStep, { minItems: 2 })),
  /** Of an occlusion model, whose output is a map of features: what makes a cell of it look covered. */
  probe: Type.Optional(
    Type.Object({
      /** For each feature. */
      weights: Type.Array(Type.Number()),
      /** For each cell, row by row: the odds before anything was seen. */
      biases: Type.Array(Type.Number()),
      /** Cells that are looked at: those of brows, eyes, nose and mouth. */
      cells: Type.Array(Type.Integer({ minimum: 0 })),
    }),
  ),
  /** Of a liveness model: what the layers inside say whose values are its outputs after the first. */
  layers: Type.Optional(
    Type.Object({
      /** Of each of these outputs: how many channels it has. */
      channels: Type.Array(Type.Integer({ minimum: 1, maximum: 4096 })),
      /** One for each number that `summarise` makes of them, and the odds where all of those are zero. */
      weights: Type.Array(Type.Number()),
      bias: Type.Number(),
    }),
  ),
  /** What is known of the licence and of the training data; said in docs/face-models.md too. */
  licence: Type.Object({ name: Type.String(), source: Type.String(), trainingData: Type.String() }),
})
export type ModelManifest = Static<typeof modelManifest>

/** A model that is ready to run, on one thread of the worker that opened it. */
export type Model = {
  manifest: ModelManifest
  /** `tensor` is in the order of the manifest's input; answers the outputs in the manifest's order. */
  run(tensor: Float32Array): Promise<Float32Array[]>
  /** The same for a crop of the input's size. Roles that share a network run it once for each crop. */
  look(image: RgbImage): Promise<Float32Array[]>
}
