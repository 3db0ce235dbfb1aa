import { parentPort, workerData } from 'node:worker_threads'
import { MPEGDecoder } from 'mpg123-decoder'
import { readWav } from './read-wav.ts'
import { openSampleWriter } from './sample-writer.ts'

/*
 * Decodes sound in a thread of its own. MP3 is decoded by mpg123 as WebAssembly: a fault of it reaches no file and no network, and
 * the thread is ended when it takes too long.
 */

export type SoundTask = { format: 'mp3' | 'wav'; bytes: Uint8Array; maxSeconds: number }
export type SoundMessage = ReturnType<ReturnType<typeof openSampleWriter>['end']>

const { format, bytes, maxSeconds } = workerData as SoundTask
const port = parentPort as NonNullable<typeof parentPort>
const pieceBytes = 64 * 1024

const decodeWav = (): SoundMessage => {
  const { sampleRate, values } = readWav(Buffer.from(bytes))
  const writer = openSampleWriter(sampleRate, maxSeconds)
  for (const value of values()) writer.add(value)
  return writer.end()
}

const decodeMp3 = async (): Promise<SoundMessage> => {
  const decoder = new MPEGDecoder()
  await decoder.ready
  let writer: ReturnType<typeof openSampleWriter> | null = null
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes.subarray(at, at + pieceBytes))
    if (samplesDecoded === 0) continue
    writer ??= openSampleWriter(sampleRate, maxSeconds)
    for (let sample = 0; sample < samplesDecoded; sample++) {
      const sum = channelData.reduce((total, channel) => total + (channel[sample] ?? 0), 0)
      writer.add(sum / channelData.length)
    }
  }
  decoder.free()
  if (!writer) throw new Error('the MP3 file has no sound')
  return writer.end()
}

port.postMessage(format === 'wav' ? decodeWav() : await decodeMp3())
