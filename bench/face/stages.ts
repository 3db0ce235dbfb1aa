import type { Model, ModelRole } from '@nani/engines/face-engine/index.ts'
import {
  alignFace,
  decodeImage,
  detectFaces,
  findLandmarks,
  judgeQuality,
  makeTemplate,
  openLiveness,
  pickMiddle,
} from '@nani/engines/face-engine/index.ts'

/** CPU time of each step of an analysis, as the mean over photographs. */
export const reportStages = async (
  models: Readonly<Record<ModelRole, Model>>,
  photographs: readonly Buffer[],
): Promise<void> => {
  const spentMs = new Map<string, number>()
  const step = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
    const before = process.cpuUsage()
    const done = await work()
    const { user, system } = process.cpuUsage(before)
    spentMs.set(name, (spentMs.get(name) ?? 0) + (user + system) / 1000)
    return done
  }
  const checkLiveness = openLiveness(models)
  let count = 0
  for (const bytes of photographs) {
    const image = await step('decoding', () => decodeImage(bytes))
    const found = pickMiddle(await step('detector', () => detectFaces(models.detector, image)), image)
    if (!found) continue
    const face = await step('landmarks', () => findLandmarks(models.landmarks, image, found))
    const aligned = await step('alignment', () => alignFace(image, face.five))
    await step('liveness', () => checkLiveness(image, face))
    // The network of the recogniser computes both together.
    await step('quality and network of the template', () => judgeQuality(models, image, face, aligned))
    await step('template', () => makeTemplate(models.recogniser, aligned))
    count++
  }
  const total = [...spentMs.values()].reduce((sum, ms) => sum + ms, 0)
  console.log(
    `\nOne thread, ms of CPU for each of ${count} photographs of 640 × 640: ${(total / count).toFixed(1)}`,
  )
  for (const [name, ms] of spentMs) console.log(`  ${name.padEnd(40)} ${(ms / count).toFixed(1)}`)
}
