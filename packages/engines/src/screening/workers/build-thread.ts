import { parentPort } from 'node:worker_threads'
import { SegmentBuilder } from '../retrieval/build-segment.ts'
import { takePriority } from './own-priority.ts'
import { addStep, type SegmentStep } from './segment-steps.ts'

/** Messages to the building thread. Each one is answered, so that the sender is at most one message ahead. */
export type BuildStep =
  | SegmentStep
  /** The segment is the answer. */
  | { type: 'finish'; forManySearches: boolean }

const port = parentPort
if (port === null) throw new Error('runs in a worker thread only')
takePriority()
const builder = new SegmentBuilder()

port.on('message', (step: BuildStep) => {
  if (step.type === 'finish') return port.postMessage(builder.build(step))
  addStep(builder, step)
  port.postMessage(null)
})
