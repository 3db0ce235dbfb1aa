import type { RgbImage } from '../image/decoded-image.ts'
import type { ModelInput } from './manifest.ts'

const redChannel = 0
const blueChannel = 2

/** The pixels of a crop in the input size of the model, plane by plane, scaled according to its manifest. */
export const toTensor = (image: RgbImage, input: ModelInput): Float32Array => {
  const pixels = image.width * image.height
  return input.channels === 'grey' ? greyPlane(image, input) : colourPlanes(image, input, pixels)
}

const colourPlanes = ({ data }: RgbImage, { channels, mean, deviation }: ModelInput, pixels: number) => {
  const tensor = new Float32Array(3 * pixels)
  for (let plane = 0; plane < 3; plane++) {
    const offset = channels === 'rgb' ? redChannel + plane : blueChannel - plane
    const scale = 1 / deviation[plane]!
    const middle = mean[plane]!
    const start = plane * pixels
    for (let pixel = 0, from = offset; pixel < pixels; pixel++, from += 3) {
      tensor[start + pixel] = (data[from]! - middle) * scale
    }
  }
  return tensor
}

const greyPlane = (image: RgbImage, { mean, deviation }: ModelInput): Float32Array =>
  toGrey(image).map((luma) => (luma - mean[0]!) / deviation[0]!)

/** Luma by the weights of ITU-R BT.601, 0 to 255. */
export const toGrey = ({ data }: RgbImage): Float32Array => {
  const grey = new Float32Array(data.length / 3)
  for (let pixel = 0, from = 0; pixel < grey.length; pixel++, from += 3) {
    grey[pixel] = 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!
  }
  return grey
}
