import type { Queue } from '@nani/foundation/storage/index.ts'
import type { performChunk, performJob } from '../calls/calls/index.ts'
import type { Detection } from '../risk/detection/index.ts'

/** What notices no attack. */
export const silentDetection: Detection = {
  onAuthenticationFailure() {},
  onIvReused() {},
  onLookup() {},
  onAlarm() {},
  async raise() {},
}

/** A queue whose tasks the test runs by hand. */
export const heldQueue = () => {
  const tasks: { jobs: Parameters<typeof performJob>[0][]; chunks: Parameters<typeof performChunk>[0][] } = {
    jobs: [],
    chunks: [],
  }
  const queue: Queue = {
    async enqueue(name, added) {
      ;(tasks[name] as unknown[]).push(...added)
    },
    async enqueueLater(name, added) {
      ;(tasks[name] as unknown[]).push(...added)
    },
    isAwaited: async (name, applicationId) =>
      tasks[name].some((task) => task.applicationId !== applicationId),
    wake() {},
    work: async () => {},
    isRunning: () => true,
    stop: async () => {},
  }
  return { queue, tasks }
}
