const maxRate = 16_000
const full = 32_767

/** Collects the samples of a sound in one channel. A higher rate is averaged down to 16 kHz or less. */
export const openSampleWriter = (sourceRate: number, maxSeconds: number) => {
  const step = Math.max(1, Math.ceil(sourceRate / maxRate))
  const sampleRate = Math.round(sourceRate / step)
  const samples = new Int16Array(sampleRate * maxSeconds)
  let [written, read, sum, count] = [0, 0, 0, 0]
  return {
    /** `value`: from -1 to 1. */
    add(value: number) {
      read++
      if (written === samples.length) return
      sum += Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0
      if (++count < step) return
      samples[written++] = Math.round((sum / count) * full)
      sum = 0
      count = 0
    },
    end: () => ({
      samples: samples.slice(0, written),
      sampleRate,
      omittedSeconds: Math.max(0, Math.ceil(read / sourceRate) - maxSeconds),
    }),
  }
}
