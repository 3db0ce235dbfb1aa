/** An array of numbers that grows while an index is built. It is then copied to memory that all workers share. */
export class Growable<A extends Uint8Array | Uint16Array | Uint32Array | Float64Array> {
  length = 0
  #items: A
  readonly #make: (length: number) => A

  constructor(make: (length: number) => A, capacity = 1024) {
    this.#make = make
    this.#items = make(capacity)
  }

  push(value: number): void {
    if (this.length === this.#items.length) this.reserve(1)
    this.#items[this.length++] = value
  }

  append(values: ArrayLike<number>): void {
    this.reserve(values.length)
    this.#items.set(values, this.length)
    this.length += values.length
  }

  at(index: number): number {
    return this.#items[index]!
  }

  /** The current content. It is valid until the next `push` or `append`. */
  view(): A {
    return this.#items.subarray(0, this.length) as A
  }

  reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.#items.length) return
    const larger = this.#make(Math.max(needed, Math.ceil(this.#items.length * 1.5)))
    larger.set(this.view())
    this.#items = larger
  }
}

export const growableBytes = (): Growable<Uint8Array> => new Growable((length) => new Uint8Array(length))
export const growableShorts = (): Growable<Uint16Array> => new Growable((length) => new Uint16Array(length))
export const growableInts = (): Growable<Uint32Array> => new Growable((length) => new Uint32Array(length))
export const growableDoubles = (): Growable<Float64Array> =>
  new Growable((length) => new Float64Array(length))
