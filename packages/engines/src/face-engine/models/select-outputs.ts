import { type Field, fields } from './onnx-fields.ts'

// From the ONNX format (onnx.proto): ModelProto.graph, GraphProto.output, ValueInfoProto.name.
const graphField = 7
const outputField = 12
const nameField = 1

/**
 * A model with these values of its graph as outputs: itself if it has them, else a copy whose outputs are replaced by these inner
 * values. An inner layer suffices to find covered cells, so the later layers are not computed.
 */
export const selectOutputs = (model: Uint8Array, names: readonly string[]): Uint8Array => {
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength)
  for (const graph of fields(view, 0, view.byteLength)) {
    if (graph.number !== graphField) continue
    const members = [...fields(view, graph.start, graph.end)]
    const given = new Set(members.filter(isOutput).map((output) => nameOf(view, output)))
    if (names.every((name) => given.has(name))) return model
    const kept = members.filter((one) => !isOutput(one)).map(({ keyAt, end }) => model.subarray(keyAt, end))
    const outputs = names.map((name) => member(outputField, member(nameField, Buffer.from(name))))
    const length = [...kept, ...outputs].reduce((sum, { byteLength }) => sum + byteLength, 0)
    // One copy of the weights.
    return Buffer.concat([
      ...[model.subarray(0, graph.keyAt), head(graphField, length), ...kept, ...outputs],
      model.subarray(graph.end),
    ])
  }
  throw new Error('not an ONNX model: it has no graph')
}

const isOutput = ({ number }: Field): boolean => number === outputField

const nameOf = (view: DataView, { start, end }: Field): string | null => {
  for (const field of fields(view, start, end))
    if (field.number === nameField)
      return Buffer.from(view.buffer, view.byteOffset + field.start, field.end - field.start).toString()
  return null
}

/** A length-delimited field: its head and its bytes. */
const member = (number: number, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([head(number, bytes.length), bytes])

const head = (number: number, length: number): Uint8Array =>
  Buffer.concat([varint(number * 8 + 2), varint(length)])

const varint = (value: number): Uint8Array => {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}
