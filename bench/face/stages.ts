import { detectFaces } from '@nani/server/face/find/detect.ts'
import { findLandmarks } from '@nani/server/face/find/landmarks.ts'
import { pickMiddle } from '@nani/server/face/find/subject.ts'
import { decodeImage } from '@nani/server/face/image/decode.ts'
import type { Model, ModelRole } from '@nani/server/face/index.ts'
import { openLiveness } from '@nani/server/face/liveness/index.ts'
import { judgeQuality } from '@nani/server/face/quality/judge-quality.ts'
import { alignFace } from '@nani/server/face/recognise/align.ts'
import { makeTemplate } from '@nani/server/face/recognise/make-template.ts'

/** CPU time of each step of an analysis, on the mean of photographs. */
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
    // The recogniser's network answers both of these at once.
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
