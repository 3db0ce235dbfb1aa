import type { Analyser, Model, ModelRole } from '@nani/engines/face-engine/index.ts'
import { decodeImage } from '@nani/engines/face-engine/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Sharp } from 'sharp'
import { findMiddleFace } from './embed.ts'
import { isFittedWith, layOver, placeNames } from './lay-over.ts'
import { enlarged, filesOf } from './photographs.ts'

/** `accepted`, or the engine's refusal of a photograph: the code, or its quality problems. */
export const judge = async (analyse: Analyser, image: Buffer): Promise<string> => {
  try {
    await analyse(image, { liveness: 'none' })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { problems } = error.context as { problems?: string[] }
    return problems ? problems.join(' + ') : error.code
  }
}

const spoilt: Record<string, (photograph: Sharp) => Sharp> = {
  'blurred, sigma 6 pixels of 640': (photograph) => photograph.blur(6),
  'blurred, sigma 10': (photograph) => photograph.blur(10),
  'a fifth of the light': (photograph) => photograph.linear(0.2, 0),
  'a tenth of the light': (photograph) => photograph.linear(0.1, 0),
  'twice the light': (photograph) => photograph.linear(2, 20),
  'three times the light': (photograph) => photograph.linear(3, 20),
  'JPEG quality 15': (photograph) => photograph.jpeg({ quality: 15 }),
  'JPEG quality 5': (photograph) => photograph.jpeg({ quality: 5 }),
}

/** For each way to damage a photograph: the results of photographs that are accepted without damage. */
export const judgeSpoilt = async (analyse: Analyser, files: readonly string[]) => {
  const table: [string, string[]][] = []
  for (const [name, spoil] of Object.entries(spoilt)) {
    const answers: string[] = []
    for (const file of files) {
      const image = spoil(enlarged(file))
      const encoded = name.startsWith('JPEG') ? image : image.jpeg({ quality: 92 })
      answers.push(await judge(analyse, await encoded.toBuffer()))
    }
    table.push([name, answers])
  }
  return table
}

type Models = Readonly<Record<ModelRole, Model>>

/** Objects of the data set outside the fit of the probe, over mouth, nose and eyes. */
export const judgeCovered = async (models: Models, analyse: Analyser, files: readonly string[]) => {
  const objects = filesOf('occluders').filter((file) => !isFittedWith(file))
  const table = new Map<string, string[]>()
  for (const [index, file] of files.entries()) {
    const photograph = await enlarged(file).png().toBuffer()
    const face = await findMiddleFace(models, await decodeImage(photograph))
    if (!face) continue
    const object = objects[index % objects.length]!
    for (const place of placeNames) {
      const answer = await judge(analyse, await layOver(photograph, object, place, face.five))
      for (const row of [`over the ${place}`, object]) table.set(row, [...(table.get(row) ?? []), answer])
    }
  }
  return [...table]
}
