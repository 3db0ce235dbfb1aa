import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import type { PoolOptions } from '../screener.ts'

/** What a thread of the engine gets when it starts. */
export type ThreadPriority = { isBackground: boolean }

export const priorityOf = ({ isBackground = false }: PoolOptions): ThreadPriority => ({ isBackground })

/** Threads of calls come before such a thread. A lower priority would starve it on a busy machine. */
const background = 10

/** On Linux a thread has its own priority. Elsewhere the call would change the process. */
export const takePriority = (): void => {
  const { isBackground } = workerData as ThreadPriority
  if (isBackground && process.platform === 'linux') setPriority(background)
}
