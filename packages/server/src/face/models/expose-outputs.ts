import { fields } from './onnx-fields.ts'

// Of the ONNX format (onnx.proto): ModelProto.graph, GraphProto.output, ValueInfoProto.name.
const GRAPH = 7
const OUTPUT = 12
const NAME = 1

/**
 * The model with further values of its graph as outputs: what a layer inside has seen tells where a face is covered,
 * which the model's own answer does not.
 */
export const exposeOutputs = (model: Uint8Array, names: readonly string[]): Uint8Array => {
  if (names.length === 0) return model
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength)
  for (const graph of fields(view, 0, view.byteLength)) {
    if (graph.number !== GRAPH) continue
    const added = Buffer.concat(names.map((name) => member(OUTPUT, member(NAME, Buffer.from(name)))))
    const whole = Buffer.concat([model.subarray(graph.start, graph.end), added])
    return Buffer.concat([model.subarray(0, graph.keyAt), member(GRAPH, whole), model.subarray(graph.end)])
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
