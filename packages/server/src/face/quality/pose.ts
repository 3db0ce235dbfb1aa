import type { Face, QualityFinding } from '../engine.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'
import { toTensor } from '../models/tensor.ts'

const mostYaw = 40
const mostPitch = 35
const mostRoll = 35

/** Degrees from looking straight into the camera: to a side, up or down, and tilted. */
export type Pose = { yaw: number; pitch: number; roll: number }

// The model tells each angle as 66 classes of three degrees, from −99.
const degreesEach = 3
const firstClass = -99

export const estimatePose = async (model: Model, image: RgbImage, { box }: Face): Promise<Pose> => {
  const { input } = model.manifest
  const around = {
    left: box.left - box.width / 4,
    top: box.top - box.height / 4,
    width: box.width * 1.5,
    height: box.height * 1.5,
  }
  const shown = crop(image, boxToSource(around, input.width, input.height), input.width, input.height)
  const [yaw, pitch, roll] = await model.run(toTensor(shown, input))
  return { yaw: expectedAngle(yaw!), pitch: expectedAngle(pitch!), roll: expectedAngle(roll!) }
}

/** Value: the largest share of a limit that an angle has used; beyond 1 the face does not look at the camera. */
export const measurePose = ({ yaw, pitch, roll }: Pose): QualityFinding => {
  const value = Math.max(Math.abs(yaw) / mostYaw, Math.abs(pitch) / mostPitch, Math.abs(roll) / mostRoll)
  return { measure: 'pose', value, problem: value <= 1 ? null : 'not_facing_camera' }
}

const expectedAngle = (classes: Float32Array): number => {
  const most = Math.max(...classes)
  let sum = 0
  let expected = 0
  for (const [index, value] of classes.entries()) {
    const weight = Math.exp(value - most)
    sum += weight
    expected += weight * index
  }
  return (expected / sum) * degreesEach + firstClass
}
