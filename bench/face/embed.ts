import type { Face, Model, ModelRole, RgbImage } from '@nani/engines/face-engine/index.ts'
import {
  alignFace,
  decodeImage,
  detectFaces,
  findLandmarks,
  makeTemplate,
  pickMiddle,
} from '@nani/engines/face-engine/index.ts'
import { type Enrolled, personOf } from './identities.ts'
import { read } from './photographs.ts'

type Models = Readonly<Record<ModelRole, Model>>

/** Labeled Faces in the Wild has the named person in the centre. Other people can be visible. */
export const findMiddleFace = async (models: Models, image: RgbImage): Promise<Face | null> => {
  const middle = pickMiddle(await detectFaces(models.detector, image), image)
  return middle ? findLandmarks(models.landmarks, image, middle) : null
}

/** Templates of the engine, without refusing any photograph. `missed` lists photographs without a face. */
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
