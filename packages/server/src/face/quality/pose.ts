import type { Face, QualityFinding } from '../engine.ts'
import type { FivePoints } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'

const mostYaw = 60
const mostPitch = 35
const mostRoll = 30

/** Degrees from looking straight into the camera: to a side, up or down, and tilted either way. */
export type Pose = { yaw: number; pitch: number; roll: number }

// The model tells each angle as 66 classes of three degrees, from −99.
const degreesEach = 3
const firstClass = -99

export const estimatePose = async (model: Model, image: RgbImage, { box, five }: Face): Promise<Pose> => {
  const { input } = model.manifest
  const around = {
    left: box.left - box.width / 4,
    top: box.top - box.height / 4,
    width: box.width * 1.5,
    height: box.height * 1.5,
  }
  const shown = crop(image, boxToSource(around, input.width, input.height), input.width, input.height)
  const [yaw, pitch, roll] = await model.look(shown)
  return {
    yaw: expectedAngle(yaw!),
    pitch: expectedAngle(pitch!),
    roll: Math.max(Math.abs(expectedAngle(roll!)), tilt(five)),
  }
}

/** Value: the largest share of a limit that an angle has used; beyond 1 the face does not look at the camera. */
export const measurePose = ({ yaw, pitch, roll }: Pose): QualityFinding => {
  const value = Math.max(Math.abs(yaw) / mostYaw, Math.abs(pitch) / mostPitch, Math.abs(roll) / mostRoll)
  return { measure: 'pose', value, problem: value <= 1 ? null : 'not_facing_camera' }
}

/** Of the line between the eyes: the model answers too little for a head that lies on its side. */
const tilt = ([left, right]: FivePoints): number =>
  Math.abs((Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI)

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
