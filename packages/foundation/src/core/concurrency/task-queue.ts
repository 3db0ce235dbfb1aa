export type QueueName = 'single' | 'batch'

/** Maximum number of consecutive single tasks before a part of a batch runs. */
const singlesPerBatchPart = 4

/** Waiting tasks. Parts of batches have a queue of their own, and take turns with single tasks. */
export class TaskQueue<Task> {
  readonly #queues: Record<QueueName, Task[]> = { single: [], batch: [] }
  #singlesInRow = 0

  get size(): number {
    return this.#queues.single.length + this.#queues.batch.length
  }

  sizeOf(queue: QueueName): number {
    return this.#queues[queue].length
  }

  add(task: Task, queue: QueueName): void {
    this.#queues[queue].push(task)
  }

  /** For a task that was taken before, and must run again. */
  addFirst(task: Task): void {
    this.#queues.single.unshift(task)
  }

  next(): Task | undefined {
    const { single, batch } = this.#queues
    const isBatchTurn = single.length === 0 || this.#singlesInRow >= singlesPerBatchPart
    if (batch.length > 0 && isBatchTurn) {
      this.#singlesInRow = 0
      return batch.shift()
    }
    this.#singlesInRow++
    return single.shift()
  }

  remove(task: Task): void {
    for (const queue of Object.values(this.#queues)) {
      const at = queue.indexOf(task)
      if (at >= 0) queue.splice(at, 1)
    }
  }

  takeAll(): Task[] {
    return Object.values(this.#queues).flatMap((queue) => queue.splice(0))
  }
}
