import type { Face, Model, ModelRole, RgbImage } from '@nani/engines/face-engine/index.ts'
import { decodeImage, type EyeMeasurement, eyes, measureEye } from '@nani/engines/face-engine/index.ts'
import sharp from 'sharp'
import { between, createDraw, type Draw } from '../coverings.ts'
import { findMiddleFace } from '../embed.ts'
import { personOf } from '../identities.ts'
import { enlarged } from '../photographs.ts'
import { closeEyes, drawNarrowed, drawShut } from './close-eyes.ts'
import { closed, doubtful } from './labelled.ts'

/** `narrow`: the landmarks of the lids are close, but the eye is open. */
export type Kind = 'closed' | 'doubtful' | 'open' | 'narrow' | 'shut by us' | 'narrowed by us' | 'wink by us'

/** A photograph with the measurements of both eyes. Its person is evaluated in `fold` only. */
export type Example = { file: string; kind: Kind; fold: number; measurements: EyeMeasurement[] }

type Models = Readonly<Record<ModelRole, Model>>

export const folds = 5
/** About a tenth of the photographs have narrower eyes. */
const narrowOpening = 0.19
/** Only certainly open eyes without dark glasses are closed artificially: the odds of the model, as a logarithm. */
const surelyOpen = -4

/** All original photographs, and every second one with closed eyes and with two kinds of narrowed eyes. */
export const gatherExamples = async (models: Models, files: readonly string[]): Promise<Example[]> => {
  const people = [...new Set(files.map(personOf))].toSorted()
  const foldOf = new Map(people.map((person, at) => [person, at % folds]))
  const draw = createDraw(7)
  const examples: Example[] = []
  for (const [at, file] of files.entries()) {
    const image = await decodeImage(await enlarged(file).jpeg({ quality: 95 }).toBuffer())
    const face = await findMiddleFace(models, image)
    if (!face) continue
    const fold = foldOf.get(personOf(file))!
    const measurements = await measureEyes(models, image, face)
    examples.push({ file, kind: kindOf(file, face), fold, measurements })
    if (at % 2 === 1 || measurements.some(({ opinion }) => opinion > surelyOpen)) continue
    for (const kind of ['shut by us', 'narrowed by us', 'narrowed by us'] as const) {
      const closing = kind === 'shut by us' ? drawShut(draw) : drawNarrowed(draw)
      const made = await encode(draw, closeEyes(image, face.landmarks, closing))
      const again = await decodeImage(made)
      // Closed eyes have other landmarks than open ones, so all is measured again.
      const found = await findMiddleFace(models, again)
      if (found) examples.push({ file, kind, fold, measurements: await measureEyes(models, again, found) })
    }
  }
  return examples
}

const measureEyes = (models: Models, image: RgbImage, { landmarks }: Face) =>
  Promise.all(eyes.map((eye) => measureEye(models.eyes, image, landmarks, eye)))

const kindOf = (file: string, { landmarks }: Face): Kind => {
  if (closed.has(file)) return 'closed'
  if (doubtful.has(file)) return 'doubtful'
  const apart = (from: number, to: number) =>
    Math.hypot(landmarks[from]!.x - landmarks[to]!.x, landmarks[from]!.y - landmarks[to]!.y)
  const opening = (eye: number) =>
    (apart(eye + 1, eye + 5) + apart(eye + 2, eye + 4)) / (2 * apart(eye, eye + 3))
  return eyes.every((eye) => opening(eye) < narrowOpening) ? 'narrow' : 'open'
}

/** Some are blurred, so that a line drawn on a blurred photograph is not recognised by its sharpness. */
const encode = (draw: Draw, { data, width, height }: RgbImage): Promise<Buffer> => {
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  const soft = draw() < 0.4 ? picture.blur(between(draw, 0.3, 2.8)) : picture
  return soft.jpeg({ quality: 95 }).toBuffer()
}
