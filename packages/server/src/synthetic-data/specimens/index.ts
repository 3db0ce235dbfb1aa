import type { StoredFile } from '../../register/index.ts'
import { fileIdOf } from '../../register/index.ts'
import { type Finger, specimenFinger } from './finger.ts'
import { type Eye, specimenIris } from './iris.ts'
import { sandboxPhotograph } from './photographs.ts'
import { specimenDocument, specimenSelfie } from './pictures.ts'

export { type Finger, fingers } from './finger.ts'
export { type Eye, specimenIris } from './iris.ts'
export { sandboxPhotograph, specimenDocument, specimenFinger, specimenSelfie }

/** A synthetic file that can be drawn again at any time. Its id is derived from its content. */
export type Specimen = StoredFile & { draw(): Buffer }

// Incremented when the drawings change, so that they get new ids.
const edition = 1
const octets = 'application/octet-stream'

const specimen = (kind: string, seed: string, content_type: string, draw: () => Buffer): Specimen => ({
  content_type,
  file_id: fileIdOf(`specimen ${edition} ${kind} ${seed}`),
  draw,
})

export const documentSpecimen = (seed: string): Specimen =>
  specimen('document', seed, 'image/png', () => specimenDocument(seed))

export const selfieSpecimen = (seed: string): Specimen =>
  specimen('selfie', seed, 'image/png', () => specimenSelfie(seed))

/** A rendered photograph of an invented person, which Face Recognition accepts. */
export const photographSpecimen = (name: string): Specimen =>
  specimen('photograph', name, 'image/jpeg', () => sandboxPhotograph(name))

export const fingerSpecimen = (seed: string, finger: Finger): Specimen =>
  specimen(`finger ${finger}`, seed, octets, () => specimenFinger(seed, finger))

export const irisSpecimen = (seed: string, eye: Eye): Specimen =>
  specimen(`iris ${eye}`, seed, octets, () => specimenIris(seed, eye))

/** The reference to a synthetic file in a record. */
export const storedFile = ({ content_type, file_id }: Specimen): StoredFile => ({ content_type, file_id })
