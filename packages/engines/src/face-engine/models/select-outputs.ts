import { fields } from './onnx-fields.ts'

// From the ONNX format (onnx.proto): ModelProto.graph, GraphProto.output, ValueInfoProto.name.
const graphField = 7
const outputField = 12
const nameField = 1

/**
 * Replaces the outputs of a model by these inner values of its graph. An inner layer suffices to find covered cells,
 * so the later layers are not computed.
 */
export const selectOutputs = (model: Uint8Array, names: readonly string[]): Uint8Array => {
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength)
  for (const graph of fields(view, 0, view.byteLength)) {
    if (graph.number !== graphField) continue
    const kept = [...fields(view, graph.start, graph.end)]
      .filter(({ number }) => number !== outputField)
      .map(({ keyAt, end }) => model.subarray(keyAt, end))
    const outputs = names.map((name) => member(outputField, member(nameField, Buffer.from(name))))
    return Buffer.concat([
      model.subarray(0, graph.keyAt),
      member(graphField, Buffer.concat([...kept, ...outputs])),
      model.subarray(graph.end),
    ])
  }
  throw new Error('not an ONNX model: it has no graph')
}

/** A length-delimited field. */
const member = (number: number, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])

const varint = (value: number): Uint8Array => {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}
