import type { CitizenDocument } from '../../register/index.ts'
import {
  documentFile,
  fingerFile,
  irisFile,
  type SyntheticFile,
  selfieFile,
  storedFile,
} from '../synthetic-files/index.ts'

const variants = [0, 1, 2, 3] as const
const documentTypes = ['passport', 'ceni', 'driving_licence', 'national_id'] as const
const thumbs = ['right_thumb', 'left_thumb'] as const
const eyes = ['left', 'right'] as const
const seed = (variant: number) => `population ${variant}`

const documents = Object.fromEntries(
  documentTypes.map((type) => [type, variants.map((variant) => documentFile(`${seed(variant)} ${type}`))]),
) as Record<CitizenDocument['type'], SyntheticFile[]>
const selfies = variants.map((variant) => selfieFile(seed(variant)))
const fingerSets = variants.map((variant) => thumbs.map((finger) => fingerFile(seed(variant), finger)))
const irisSets = variants.map((variant) => eyes.map((eye) => irisFile(seed(variant), eye)))

/** The few files that all generated people share. They suffice for a population of a million. */
export const populationFiles: SyntheticFile[] = [
  ...Object.values(documents).flat(),
  ...selfies,
  ...fingerSets.flat(),
  ...irisSets.flat(),
]

export const documentImages = Object.fromEntries(
  documentTypes.map((type) => [type, documents[type].map(storedFile)]),
) as Record<CitizenDocument['type'], ReturnType<typeof storedFile>[]>

export const selfieFiles = selfies.map(storedFile)

export const fingerprintSets = fingerSets.map((set) =>
  set.map((file, index) => ({
    format: 'ISO_19794_2' as const,
    finger: thumbs[index] as string,
    file: storedFile(file),
  })),
)

export const irisSetsStored = irisSets.map((set) =>
  set.map((file, index) => ({
    format: 'ISO_19794_6' as const,
    eye: eyes[index] as 'left' | 'right',
    file: storedFile(file),
  })),
)
