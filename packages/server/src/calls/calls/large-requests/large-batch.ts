import type { Refusal } from '@nani/foundation/core/index.ts'

/** A refusal as plain data. An error that a worker sends loses its class. */
export type PlainRefusal = Pick<Refusal, 'code' | 'context'>

/** A batch with its parsed items, up to the first item of a wrong shape. */
export type BatchPages = {
  /** 0 if `items` is no array. */
  itemCount: number
  shared: Record<string, unknown>
  /** Arrays of items in the format of node:v8, each short enough to be read at once. */
  pages: Uint8Array<ArrayBuffer>[]
  wrong: PlainRefusal | null
}

/** The body of a large batch, as `prepare` receives it. No JSON of a caller can be an instance. */
export class LargeBatch {
  readonly read: BatchPages

  constructor(read: BatchPages) {
    this.read = read
  }
}
