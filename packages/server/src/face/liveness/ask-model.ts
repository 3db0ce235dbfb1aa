import type { Box } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'

/** The model looks at a face and what is around it: 2.7 times its box, or as much as the picture has. */
const surroundings = 2.7
/** A network is sometimes surer than it has reason to be. */
const mostSure = 12

/** The odds of a living face as a model of the role sees them, as a logarithm. Its first class of three is live. */
export const askModel = async (model: Model, image: RgbImage, content: Box, face: Box): Promise<number> => {
  const { input } = model.manifest
  const toSource = boxToSource(around(face, content), input.width, input.height)
  const [answer] = await model.look(crop(image, toSource, input.width, input.height))
  const [live, ...attacks] = answer!
  const most = Math.max(...attacks)
  const attack = most + Math.log(attacks.reduce((sum, value) => sum + Math.exp(value - most), 0))
  return Math.min(Math.max(live! - attack, -mostSure), mostSure)
}

const around = ({ left, top, width, height }: Box, content: Box): Box => {
  const share = Math.min(surroundings, content.width / width, content.height / height)
  const within = (middle: number, side: number, least: number, most: number) =>
    Math.min(Math.max(middle - side / 2, least), least + most - side)
  return {
    left: within(left + width / 2, width * share, content.left, content.width),
    top: within(top + height / 2, height * share, content.top, content.height),
    width: width * share,
    height: height * share,
  }
}
