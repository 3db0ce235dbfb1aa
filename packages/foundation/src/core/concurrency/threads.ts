/*
 * What a thread needs of core to answer searches. Such threads start with every process. The index would load the refusals,
 * `node:crypto` and `node:net` in each of them.
 */
export { dayMs } from '../clock.ts'
export { serveTasks } from './serve-tasks.ts'
