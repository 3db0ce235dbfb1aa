/** A member of a message in the encoding of ONNX files (protocol buffers): where its bytes are, or its number. */
export type Field = { number: number; wire: number; keyAt: number; start: number; end: number; value: number }

const VARINT = 0
const FIXED_64 = 1
export const LENGTH_DELIMITED = 2
const FIXED_32 = 5

/** The members of the message between two places. Throws for what is no such message. */
export function* fields(view: DataView, from: number, to: number): Generator<Field> {
  let at = from
  while (at < to) {
    const key = readVarint(view, at)
    const wire = key.value & 7
    let start = key.end
    let end = start
    let value = 0
    if (wire === VARINT) ({ value, end } = readVarint(view, start))
    else if (wire === FIXED_64) end = start + 8
    else if (wire === FIXED_32) end = start + 4
    else if (wire === LENGTH_DELIMITED) {
      const length = readVarint(view, start)
      start = length.end
      end = start + length.value
    } else throw new Error(`no ONNX model: wire type ${wire}`)
    if (end > to) throw new Error('no ONNX model: it ends early')
    yield { number: Math.floor(key.value / 8), wire, keyAt: at, start, end, value }
    at = end
  }
}

const readVarint = (view: DataView, from: number) => {
  let value = 0
  let factor = 1
  for (let at = from; at < from + 10 && at < view.byteLength; at++) {
    const byte = view.getUint8(at)
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return { value, end: at + 1 }
    factor *= 128
  }
  throw new Error('no ONNX model: a number without end')
}
