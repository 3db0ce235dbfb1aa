/** Typed arrays in memory that threads share. Posting one to a worker copies no data. */
export const sharedBytes = (length: number): Uint8Array<SharedArrayBuffer> =>
  new Uint8Array(new SharedArrayBuffer(length))
export const sharedShorts = (length: number): Uint16Array<SharedArrayBuffer> =>
  new Uint16Array(new SharedArrayBuffer(length * 2))
export const sharedInts = (length: number): Uint32Array<SharedArrayBuffer> =>
  new Uint32Array(new SharedArrayBuffer(length * 4))
export const sharedDoubles = (length: number): Float64Array<SharedArrayBuffer> =>
  new Float64Array(new SharedArrayBuffer(length * 8))

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** A copy of `values` in shared memory. */
export const shared = <A extends Numbers>(values: A): A => {
  const Type = values.constructor as new (buffer: SharedArrayBuffer) => A
  const copy = new Type(new SharedArrayBuffer(values.byteLength))
  copy.set(values)
  return copy
}
