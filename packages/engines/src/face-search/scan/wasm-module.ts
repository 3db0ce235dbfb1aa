/**
 * The part of the WebAssembly binary format that the kernels need (webassembly.github.io/spec/core/binary). A module
 * is built from readable source at each start, so the repository contains no binary.
 */

export type Code = readonly number[]

/** Unsigned LEB128. */
const natural = (value: number): number[] => {
  const low = value & 127
  const rest = value >>> 7
  return rest === 0 ? [low] : [low | 128, ...natural(rest)]
}

/** Signed LEB128 for small constants. */
const integer = (value: number): number[] => {
  const low = value & 127
  const rest = value >> 7
  const isLast = (rest === 0 && low < 64) || (rest === -1 && low >= 64)
  return isLast ? [low] : [low | 128, ...integer(rest)]
}

const list = (items: readonly Code[]): number[] => [...natural(items.length), ...items.flat()]
const sized = (bytes: Code): number[] => [...natural(bytes.length), ...bytes]
const name = (text: string): number[] => sized([...Buffer.from(text)])
const vector = (opcode: number, ...rest: number[]): Code => [0xfd, ...natural(opcode), ...rest]

/** An address in memory 0. For another memory, bit 6 of the alignment is set and the memory number follows. */
const address = (memory: number, offset: number): number[] =>
  memory === 0 ? [0, ...natural(offset)] : [64, memory, ...natural(offset)]

export const i32 = {
  constant: (value: number): Code => [0x41, ...integer(value)],
  add: [0x6a] as Code,
  subtract: [0x6b] as Code,
  multiply: [0x6c] as Code,
  and: [0x71] as Code,
  or: [0x72] as Code,
  shiftLeft: [0x74] as Code,
  /** Index of the lowest set bit. */
  trailingZeros: [0x68] as Code,
  load: (memory: number, offset = 0): Code => [0x28, ...address(memory, offset)],
  store: (memory: number, offset = 0): Code => [0x36, ...address(memory, offset)],
}

export const i64 = {
  load: (memory: number, offset: number): Code => [0x29, ...address(memory, offset)],
  add: [0x7c] as Code,
  xor: [0x85] as Code,
  countOnes: [0x7b] as Code,
  toI32: [0xa7] as Code,
}

export const v128 = {
  load: (memory: number, offset: number): Code => vector(0, ...address(memory, offset)),
  store: (memory: number, offset = 0): Code => vector(11, ...address(memory, offset)),
  zero: vector(12, ...new Array<number>(16).fill(0)),
  and: vector(78),
}

export const i8x16 = {
  splat: vector(15),
  /** Unsigned: 255 or 0. */
  isAtMost: vector(42),
  /** The highest bit of each byte, as one number. */
  bits: vector(100),
  /** Unsigned, saturating at 255. */
  addSaturating: vector(112),
  /** Selects bytes of the first operand by index. For 0 to 15 the relaxed look-up is the same on every machine. */
  lookUp: vector(0x100),
}
export const i16x8 = { shiftRightUnsigned: vector(141) }
export const i32x4 = {
  add: vector(174),
  lane: (index: number): Code => vector(27, index),
  /** Signed bytes times bytes of 0 to 127, summed in groups of four and added to the third operand. */
  dotAdd: vector(0x113),
}

export const get = (local: number): Code => [0x20, ...natural(local)]
export const set = (local: number): Code => [0x21, ...natural(local)]
export const tee = (local: number): Code => [0x22, ...natural(local)]

export const advance = (local: number, by: number): Code[] => [
  get(local),
  i32.constant(by),
  i32.add,
  set(local),
]

/** Decrements the counter and leaves its new value. */
export const countDown = (rounds: number): Code[] => [
  ...[get(rounds), i32.constant(1), i32.subtract, tee(rounds)],
]

/** Repeats the body until the number that it leaves is 0. */
export const repeat = (...body: readonly Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b]

/** Runs the body if a number is not 0. The body leaves no value. */
export const when = (...body: readonly Code[]): Code => [0x04, 0x40, ...body.flat(), 0x0b]

const [i32Type, i64Type, v128Type] = [0x7f, 0x7e, 0x7b]

export type WasmFunction = {
  name: string
  /** Number of parameters, all i32. */
  parameters: number
  /** Number of locals after them, in this order. */
  locals: { i32?: number; i64?: number; v128?: number }
  /** Whether the body returns an i32. */
  answers: boolean
  /** Memories imported as `memory.0`, `memory.1` …, in pages. Shared ones have their maximum size. */
  memories: readonly { pages: number; shared: boolean }[]
  body: readonly Code[]
}

const section = (id: number, content: Code): number[] => [id, ...sized(content)]

/** A module that exports one function. */
export const moduleOf = (one: WasmFunction): Uint8Array<ArrayBuffer> => {
  const type = [
    0x60,
    ...list(new Array<Code>(one.parameters).fill([i32Type])),
    ...list(one.answers ? [[i32Type]] : []),
  ]
  const { i32 = 0, i64 = 0, v128 = 0 } = one.locals
  const locals = list([
    [...natural(i32), i32Type],
    [...natural(i64), i64Type],
    [...natural(v128), v128Type],
  ])
  const imports = one.memories.map(({ pages, shared }, index) => [
    ...name('memory'),
    ...name(String(index)),
    2,
    ...(shared ? [3, ...natural(pages), ...natural(pages)] : [0, ...natural(pages)]),
  ])
  const code = [...locals, ...one.body.flat(), 0x0b]
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([type])),
    ...section(2, list(imports)),
    ...section(3, list([[0]])),
    ...section(7, list([[...name(one.name), 0, 0]])),
    ...section(10, list([sized(code)])),
  ])
}
