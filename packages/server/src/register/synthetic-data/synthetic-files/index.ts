import type { StoredFile } from '../../register/index.ts'
import { fileIdOf } from '../../register/index.ts'
import { drawFinger, type Finger } from './finger.ts'
import { drawIris, type Eye } from './iris.ts'
import { sandboxPhotograph } from './photographs.ts'
import { drawDocument, drawSelfie } from './pictures.ts'

export { fingers } from './finger.ts'
export type { Eye } from './iris.ts'
export { drawDocument, drawFinger, drawSelfie, sandboxPhotograph }

/** A synthetic file that can be drawn again at any time. Its id is derived from its content. */
export type SyntheticFile = StoredFile & { draw(): Buffer }

// Incremented when the drawings change, so that they get new ids.
const edition = 1
const octets = 'application/octet-stream'

const syntheticFile = (
  kind: string,
  seed: string,
  content_type: string,
  draw: () => Buffer,
): SyntheticFile => ({
  content_type,
  file_id: fileIdOf(`specimen ${edition} ${kind} ${seed}`),
  draw,
})

export const documentFile = (seed: string): SyntheticFile =>
  syntheticFile('document', seed, 'image/png', () => drawDocument(seed))

export const selfieFile = (seed: string): SyntheticFile =>
  syntheticFile('selfie', seed, 'image/png', () => drawSelfie(seed))

/** A rendered photograph of an invented person, which Face Recognition accepts. */
export const photographFile = (name: string): SyntheticFile =>
  syntheticFile('photograph', name, 'image/jpeg', () => sandboxPhotograph(name))

export const fingerFile = (seed: string, finger: Finger): SyntheticFile =>
  syntheticFile(`finger ${finger}`, seed, octets, () => drawFinger(seed, finger))

export const irisFile = (seed: string, eye: Eye): SyntheticFile =>
  syntheticFile(`iris ${eye}`, seed, octets, () => drawIris(seed, eye))

/** The reference to a synthetic file in a record. */
export const storedFile = ({ content_type, file_id }: SyntheticFile): StoredFile => ({
  content_type,
  file_id,
})
