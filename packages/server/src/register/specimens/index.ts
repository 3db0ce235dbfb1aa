import { createHash } from 'node:crypto'
import type { StoredFile } from '../register.ts'
import { type Finger, specimenFinger } from './finger.ts'
import { type Eye, specimenIris } from './iris.ts'
import { sandboxPhotograph } from './photographs.ts'
import { specimenDocument, specimenSelfie } from './pictures.ts'

export { type Finger, fingers } from './finger.ts'
export { type Eye, specimenIris } from './iris.ts'
export { sandboxPhotograph, specimenDocument, specimenFinger, specimenSelfie }

/** A synthetic file that can be drawn again at any time: its id follows from what it shows. */
export type Specimen = StoredFile & { draw(): Buffer }

// Raised when the drawings change, so that the new ones get new ids.
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

/** A rendered photograph of somebody, which Face Recognition takes. */
export const photographSpecimen = (name: string): Specimen =>
  specimen('photograph', name, 'image/jpeg', () => sandboxPhotograph(name))

export const fingerSpecimen = (seed: string, finger: Finger): Specimen =>
  specimen(`finger ${finger}`, seed, octets, () => specimenFinger(seed, finger))

export const irisSpecimen = (seed: string, eye: Eye): Specimen =>
  specimen(`iris ${eye}`, seed, octets, () => specimenIris(seed, eye))

/** The reference of a specimen as a record holds it. */
export const storedFile = ({ content_type, file_id }: Specimen): StoredFile => ({ content_type, file_id })

/** A UUID (version 8) that follows from what is named: the same content written twice is one file. */
export const fileIdOf = (name: string | Uint8Array): string => {
  const hash = createHash('sha256').update(name).digest()
  hash[6] = ((hash[6] as number) & 0x0f) | 0x80
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}
