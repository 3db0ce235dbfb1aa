import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import { crop } from '@nani/engines/face-engine/index.ts'
import { between, type Draw } from '../coverings.ts'

/**
 * The centre of a square portrait, `share` of its side wide, slightly moved. Portraits have the layout of Labeled
 * Faces in the Wild: the face in the centre, with half the height of the picture.
 */
export const cutPortrait = (draw: Draw, portrait: RgbImage, share: number, ratio = 1): RgbImage => {
  const width = Math.round(portrait.width * share)
  const height = Math.min(portrait.height, Math.round(width * ratio))
  const free = { x: portrait.width - width, y: portrait.height - height }
  const toSource = {
    a: 1,
    b: 0,
    x0: Math.round(free.x * between(draw, 0.4, 0.6)),
    y0: Math.round(free.y * between(draw, 0.4, 0.6)),
  }
  return crop(portrait, toSource, width, height)
}
