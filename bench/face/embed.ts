import { detectFaces } from '@nani/server/face/find/detect.ts'
import { findLandmarks } from '@nani/server/face/find/landmarks.ts'
import { pickMiddle } from '@nani/server/face/find/subject.ts'
import { decodeImage } from '@nani/server/face/image/decode.ts'
import type { Face, Model, ModelRole, RgbImage } from '@nani/server/face/index.ts'
import { alignFace } from '@nani/server/face/recognise/align.ts'
import { makeTemplate } from '@nani/server/face/recognise/make-template.ts'
import { type Enrolled, personOf } from './identities.ts'
import { read } from './photographs.ts'

type Models = Readonly<Record<ModelRole, Model>>

/** Labeled Faces in the Wild puts whom it names in the middle; others may stand beside. */
export const findMiddleFace = async (models: Models, image: RgbImage): Promise<Face | null> => {
  const middle = pickMiddle(await detectFaces(models.detector, image), image)
  return middle ? findLandmarks(models.landmarks, image, middle) : null
}

/** Templates as the engine makes them, with no photograph refused; `missed` are those without a face. */
export const embed = async (models: Models, files: readonly string[]) => {
  const enrolled: Enrolled[] = []
  const missed: string[] = []
  for (const file of files) {
    const image = await decodeImage(read(file))
    const face = await findMiddleFace(models, image)
    if (!face) {
      missed.push(file)
      continue
    }
    const { vector } = await makeTemplate(models.recogniser, alignFace(image, face.five))
    enrolled.push({ file, person: personOf(file), vector })
  }
  return { enrolled, missed }
}
