/** What a model is for. A recogniser gives templates; the others serve on the way there. */
export type ModelRole = 'detector' | 'landmarks' | 'recogniser' | 'liveness' | 'pose' | 'eyes'

/** How pixels become a tensor (1, channels, height, width): (value − mean) ÷ deviation, values 0 to 255. */
export type ModelInput = {
  name: string
  width: number
  height: number
  channels: 'rgb' | 'bgr' | 'grey'
  mean: readonly number[]
  deviation: readonly number[]
}

/** A step of the map from cosine to `similarity`; between two steps it is straight. */
export type CalibrationStep = { cosine: number; similarity: number }

/**
 * Everything that the engine must know of a model, so that an operator can bring another one without code.
 * `id` is carried by every template: templates of different ids are never compared.
 */
export type ModelManifest = {
  id: string
  role: ModelRole
  /** A path beside the manifest, or `package-name/path/in/it` of an installed npm package. */
  file: string
  sha256: string
  input: ModelInput
  /** Names of the outputs that are read, in the order in which the role's code reads them. */
  outputs: readonly string[]
  /** Of a recogniser: how many numbers a template has. */
  dimensions?: number
  /** Of a recogniser: fitted on people that no published figure was measured on. */
  calibration?: readonly CalibrationStep[]
  /** What is known of the licence and of the training data; said in docs/face-models.md too. */
  licence: { name: string; source: string; trainingData: string }
}

/** A model that is ready to run, on one thread of the worker that opened it. */
export type Model = {
  manifest: ModelManifest
  /** `pixels` is the tensor in the order of the manifest; answers the outputs in the manifest's order. */
  run(tensor: Float32Array): Promise<Float32Array[]>
}
