/**
 * Summarises network layers independent of position: the mean and deviation of each channel of a map. A layer with one
 * number for each channel is returned unchanged.
 */
export const summarise = (layers: readonly Float32Array[], channels: readonly number[]): Float32Array =>
  Float32Array.from(layers.flatMap((layer, at) => summariseLayer(layer, channels[at]!)))

const summariseLayer = (layer: Float32Array, channels: number): number[] => {
  const cells = layer.length / channels
  if (cells === 1) return [...layer]
  return Array.from({ length: channels }, (_, channel) => {
    const [start, end] = [channel * cells, (channel + 1) * cells]
    let [sum, squares] = [0, 0]
    for (let at = start; at < end; at++) {
      sum += layer[at]!
      squares += layer[at]! * layer[at]!
    }
    const mean = sum / cells
    return [mean, Math.sqrt(Math.max(0, squares / cells - mean * mean))]
  }).flat()
}
