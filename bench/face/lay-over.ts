import type { FivePoints, Point } from '@nani/engines/face-engine/index.ts'
import sharp from 'sharp'
import { read } from './photographs.ts'

/** The position of an object, and its width relative to the distance of the eyes. */
const places = {
  mouth: { of: ([, , , left, right]: FivePoints) => between(left, right), width: 1.7 },
  nose: { of: ([, , nose]: FivePoints) => nose, width: 1.7 },
  eyes: { of: ([left, right]: FivePoints) => between(left, right), width: 2.3 },
}
export type Place = keyof typeof places
export const placeNames = Object.keys(places) as Place[]

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Objects of the fit of the occlusion probe. Published figures are measured on the others. */
const fittedWith = ['sunglasses_1', 'hat_4', 'beanie_1', 'hand_1', 'cup_4', 'mug_1', 'vertical__cup_1']
export const isFittedWith = (file: string): boolean => {
  const name = file.replace(/\.png$/, '')
  return fittedWith.some((end) => name.endsWith(end)) && !name.endsWith('lower_face__cup_1')
}

/** A photograph with an object of the data set over a part of the face, aligned with the eyes. */
export const layOver = async (photograph: Buffer, object: string, place: Place, five: FivePoints) => {
  const [left, right] = five
  const apart = Math.hypot(right.x - left.x, right.y - left.y)
  const degrees = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI
  const { of, width } = places[place]
  const { data, info } = await sharp(read(object))
    .ensureAlpha()
    .resize({ width: Math.round(apart * width) })
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer({ resolveWithObject: true })
  const at = of(five)
  return cutInto(photograph, data, Math.round(at.x - info.width / 2), Math.round(at.y - info.height / 2))
}

/** Composes within the photograph, and cuts the object at its edge. */
const cutInto = async (photograph: Buffer, object: Buffer, left: number, top: number) => {
  const whole = await sharp(photograph).metadata()
  const part = await sharp(object).metadata()
  const from = { left: Math.max(0, -left), top: Math.max(0, -top) }
  const width = Math.min(part.width - from.left, whole.width - Math.max(0, left))
  const height = Math.min(part.height - from.top, whole.height - Math.max(0, top))
  const input = await sharp(object)
    .extract({ ...from, width, height })
    .toBuffer()
  return sharp(photograph)
    .composite([{ input, left: Math.max(0, left), top: Math.max(0, top) }])
    .jpeg({ quality: 92 })
    .toBuffer()
}
