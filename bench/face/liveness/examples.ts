import type { DetectedFace, Model, ModelRole } from '@nani/engines/face-engine/index.ts'
import { decodeImage, detectFaces, gatherCues } from '@nani/engines/face-engine/index.ts'
import type { Sample } from './samples.ts'

export type Measured = Omit<Sample, 'bytes'> & {
  cues: Readonly<Record<string, number>>
  layers: Float32Array
  cpuMs: number
}

type Models = Readonly<Record<ModelRole, Model>>

/** The cues of every sample with a detected face. Of several faces, the subject of the sample. */
export const measureSamples = async (
  models: Models,
  samples: AsyncGenerator<Sample>,
): Promise<Measured[]> => {
  const measured: Measured[] = []
  for await (const { bytes, ...sample } of samples) {
    const image = await decodeImage(bytes)
    const off = ({ box }: DetectedFace) =>
      sample.isAboutMiddle
        ? Math.hypot(
            box.left + box.width / 2 - image.width / 2,
            box.top + box.height / 2 - 0.42 * image.height,
          )
        : -box.height
    const [face] = (await detectFaces(models.detector, image)).toSorted((a, b) => off(a) - off(b))
    if (!face) continue
    const before = process.cpuUsage()
    const gathered = await gatherCues(models.liveness, image, face)
    const { user, system } = process.cpuUsage(before)
    measured.push({ ...sample, ...gathered, cpuMs: (user + system) / 1000 })
  }
  return measured
}
