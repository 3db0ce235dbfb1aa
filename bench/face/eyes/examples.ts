import { decodeImage } from '@nani/server/face/image/decode.ts'
import type { Face, Model, ModelRole, RgbImage } from '@nani/server/face/index.ts'
import { eyes } from '@nani/server/face/quality/eye-patch.ts'
import { type EyeLook, lookAtEye } from '@nani/server/face/quality/eyes.ts'
import sharp from 'sharp'
import { between, createDraw, type Draw } from '../coverings.ts'
import { findMiddleFace } from '../embed.ts'
import { personOf } from '../identities.ts'
import { enlarged } from '../photographs.ts'
import { closeEyes, drawNarrowed, drawShut } from './close-eyes.ts'
import { closed, doubtful } from './labelled.ts'

/** `narrow`: the lids are near each other, as landmarks see it, and open. */
export type Kind = 'closed' | 'doubtful' | 'open' | 'narrow' | 'shut by us' | 'narrowed by us' | 'wink by us'

/** A photograph by what is seen of both its eyes; `fold` is the only one in which its person is judged. */
export type Example = { file: string; kind: Kind; fold: number; looks: EyeLook[] }

type Models = Readonly<Record<ModelRole, Model>>

export const folds = 5
/** About the tenth of the photographs with the narrowest eyes. */
const narrowOpening = 0.19
/** Only eyes that are surely open and not behind dark glasses are shut: the model's odds, as a logarithm. */
const surelyOpen = -4

/** All photographs as they are, and every second one with its eyes shut, and narrowed in two ways. */
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
    const looks = await lookAt(models, image, face)
    examples.push({ file, kind: kindOf(file, face), fold, looks })
    if (at % 2 === 1 || looks.some(({ opinion }) => opinion > surelyOpen)) continue
    for (const kind of ['shut by us', 'narrowed by us', 'narrowed by us'] as const) {
      const closing = kind === 'shut by us' ? drawShut(draw) : drawNarrowed(draw)
      const made = await encode(draw, closeEyes(image, face.landmarks, closing))
      const again = await decodeImage(made)
      // The landmarks of shut eyes are not those of open ones: all is measured anew.
      const found = await findMiddleFace(models, again)
      if (found) examples.push({ file, kind, fold, looks: await lookAt(models, again, found) })
    }
  }
  return examples
}

const lookAt = (models: Models, image: RgbImage, { landmarks }: Face) =>
  Promise.all(eyes.map((eye) => lookAtEye(models.eyes, image, landmarks, eye)))

const kindOf = (file: string, { landmarks }: Face): Kind => {
  if (closed.has(file)) return 'closed'
  if (doubtful.has(file)) return 'doubtful'
  const apart = (from: number, to: number) =>
    Math.hypot(landmarks[from]!.x - landmarks[to]!.x, landmarks[from]!.y - landmarks[to]!.y)
  const opening = (eye: number) =>
    (apart(eye + 1, eye + 5) + apart(eye + 2, eye + 4)) / (2 * apart(eye, eye + 3))
  return eyes.every((eye) => opening(eye) < narrowOpening) ? 'narrow' : 'open'
}

/** Some of them soft, so that a line drawn on a blurred photograph does not give it away. */
const encode = (draw: Draw, { data, width, height }: RgbImage): Promise<Buffer> => {
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  const soft = draw() < 0.4 ? picture.blur(between(draw, 0.3, 2.8)) : picture
  return soft.jpeg({ quality: 95 }).toBuffer()
}
