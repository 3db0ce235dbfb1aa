import { fields } from './onnx-fields.ts'

// Of the ONNX format (onnx.proto): ModelProto.graph, GraphProto.output, ValueInfoProto.name.
const GRAPH = 7
const OUTPUT = 12
const NAME = 1

/**
 * The model with these values of its graph as its outputs, instead of its own: what a layer inside has seen tells
 * where a face is covered, and what comes after that layer is then not computed.
 */
export const selectOutputs = (model: Uint8Array, names: readonly string[]): Uint8Array => {
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength)
  for (const graph of fields(view, 0, view.byteLength)) {
    if (graph.number !== GRAPH) continue
    const kept = [...fields(view, graph.start, graph.end)]
      .filter(({ number }) => number !== OUTPUT)
      .map(({ keyAt, end }) => model.subarray(keyAt, end))
    const outputs = names.map((name) => member(OUTPUT, member(NAME, Buffer.from(name))))
    return Buffer.concat([
      model.subarray(0, graph.keyAt),
      member(GRAPH, Buffer.concat([...kept, ...outputs])),
      model.subarray(graph.end),
    ])
  }
  throw new Error('no ONNX model: it has no graph')
}

/** A length-delimited member. */
const member = (number: number, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])

const varint = (value: number): Uint8Array => {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}
