/** A field of a message in an ONNX file (protocol buffers): the position of its bytes, or its number. */
export type Field = { number: number; wire: number; keyAt: number; start: number; end: number; value: number }

const varint = 0
const fixed64 = 1
export const lengthDelimited = 2
const fixed32 = 5

/** The fields of the message between two positions. Throws if it is not a valid message. */
export const fields = function* (view: DataView, from: number, to: number): Generator<Field> {
  let at = from
  while (at < to) {
    const key = readVarint(view, at)
    const wire = key.value & 7
    let start = key.end
    let end = start
    let value = 0
    if (wire === varint) ({ value, end } = readVarint(view, start))
    else if (wire === fixed64) end = start + 8
    else if (wire === fixed32) end = start + 4
    else if (wire === lengthDelimited) {
      const length = readVarint(view, start)
      start = length.end
      end = start + length.value
    } else throw new Error(`not an ONNX model: wire type ${wire}`)
    if (end > to) throw new Error('not an ONNX model: it ends early')
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
  throw new Error('not an ONNX model: a number without end')
}
