import { drawsOf, hashOf } from '../draws.ts'
import { encodePng } from './png.ts'

export type Eye = 'left' | 'right'

const generalHeaderBytes = 16
const representationHeaderBytes = 52
const width = 640
const height = 480
const undefinedAngle = 0xffff

/** An iris image record of ISO/IEC 19794-6:2011 with one representation, a grey PNG of 640 × 480. */
export const drawIris = (seed: string, eye: Eye): Buffer => {
  const draws = drawsOf(hashOf(`iris ${eye} ${seed}`))
  const centreX = 300 + draws.below(40)
  const centreY = 220 + draws.below(40)
  const radius = 105 + draws.below(20)
  const image = encodePng({
    width,
    height,
    channels: 1,
    samples: drawEye(centreX, centreY, radius, 3 + draws.below(5)),
  })
  const record = Buffer.alloc(generalHeaderBytes + representationHeaderBytes)
  const whole = record.length + image.length
  record.write('IIR\x00020\0', 0, 'latin1')
  record.writeUInt32BE(whole, 8)
  record.writeUInt16BE(1, 12)
  record[15] = 1
  let at = generalHeaderBytes
  const byte = (value: number) => {
    record[at] = value
    at += 1
  }
  const short = (value: number) => {
    record.writeUInt16BE(value, at)
    at += 2
  }
  const long = (value: number) => {
    record.writeUInt32BE(value, at)
    at += 4
  }
  long(representationHeaderBytes + image.length)
  for (const value of [2024, 0x0101]) short(value) // captured: year, month and day
  byte(12) // hour
  for (let part = 0; part < 4; part++) byte(0) // minute, second, millisecond
  byte(0) // capture technology: unspecified
  for (let part = 0; part < 2; part++) short(0) // device vendor and type: unreported
  byte(0) // no quality block
  short(1) // representation number
  byte(eye === 'right' ? 1 : 2)
  byte(2) // image type: VGA
  byte(0x0e) // image format: grey PNG
  byte(0x05) // upright in both directions
  short(width)
  short(height)
  byte(8) // bits a sample
  short(0) // range to the camera: unassigned
  for (let part = 0; part < 2; part++) short(undefinedAngle) // roll angle and its uncertainty
  for (const centre of [centreX, centreY]) for (let bound = 0; bound < 2; bound++) short(centre)
  for (let bound = 0; bound < 2; bound++) short(radius * 2)
  long(image.length)
  return Buffer.concat([record, image])
}

const drawEye = (centreX: number, centreY: number, radius: number, spokes: number): Uint8Array => {
  const samples = new Uint8Array(width * height).fill(168)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x - centreX, y - centreY)
      if (distance > radius) continue
      const spoke = Math.sin(Math.atan2(y - centreY, x - centreX) * spokes * 4)
      samples[y * width + x] = distance < radius * 0.4 ? 18 : 86 + Math.round(spoke * 20)
    }
  }
  return samples
}
