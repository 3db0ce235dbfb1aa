import type { Face, QualityFinding } from '../engine.ts'
import type { FivePoints, Landmarks } from '../geometry.ts'
import { boxToSource, crop } from '../image/crop.ts'
import type { RgbImage } from '../image/decoded-image.ts'
import type { Model } from '../models/manifest.ts'

const maxYaw = 48
const maxPitch = 35
const maxRoll = 30

/** Degrees from looking straight at the camera: to the side, up or down, and tilted. */
export type Pose = { yaw: number; pitch: number; roll: number }

// The model returns each angle as 66 classes of three degrees, from −99. A face that looks straight ahead has a pitch
// of −9.
const degreesEach = 3
const firstClass = -99
const straightPitch = -9

/**
 * The model alone sees some straight faces from the side. The landmarks alone fail beyond 60 degrees. They rarely fail
 * together. Their mean is within ten degrees for heads rendered at known angles.
 */
export const estimatePose = async (model: Model, image: RgbImage, face: Face): Promise<Pose> => {
  const { box, five, landmarks } = face
  const { input } = model.manifest
  const around = {
    left: box.left - box.width / 4,
    top: box.top - box.height / 4,
    width: box.width * 1.5,
    height: box.height * 1.5,
  }
  const shown = crop(image, boxToSource(around, input.width, input.height), input.width, input.height)
  const [yaw, pitch, roll] = await model.runOnImage(shown)
  return {
    yaw: (expectedAngle(yaw!) + yawOf(landmarks)) / 2,
    pitch: expectedAngle(pitch!) - straightPitch,
    roll: Math.max(Math.abs(expectedAngle(roll!)), tilt(five)),
  }
}

/** Value: the largest share of its limit that an angle uses. Beyond 1 the face does not look at the camera. */
export const measurePose = ({ yaw, pitch, roll }: Pose): QualityFinding => {
  const value = Math.max(Math.abs(yaw) / maxYaw, Math.abs(pitch) / maxPitch, Math.abs(roll) / maxRoll)
  return { measure: 'pose', value, problem: value <= 1 ? null : 'not_facing_camera' }
}

/** The angle of the line between the eyes. The model underestimates a head on its side. */
const tilt = ([left, right]: FivePoints): number =>
  Math.abs((Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI)

// Depth of the nose, relative to half the distance of the outer eye corners.
const noseReach = 0.8

/** Computed from the position of the nose tip between the outer eye corners. */
const yawOf = (landmarks: Landmarks): number => {
  const [left, right, nose] = [landmarks[36]!, landmarks[45]!, landmarks[30]!]
  const [dx, dy] = [right.x - left.x, right.y - left.y]
  const share = ((nose.x - left.x) * dx + (nose.y - left.y) * dy) / (dx * dx + dy * dy || 1)
  return (-Math.atan((2 * share - 1) / noseReach) * 180) / Math.PI
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
