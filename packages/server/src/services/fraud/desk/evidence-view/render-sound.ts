import { undecodedEncoding } from './read-wav.ts'
import { NotRendered, type Rendering } from './rendered-file.ts'
import { runThread } from './run-thread.ts'
import type { SoundMessage, SoundTask } from './sound-thread.ts'
import { wavOf } from './write-wav.ts'

/** A minute has 1.9 MB. */
const maxSeconds = 600

/**
 * Decodes sound and writes its samples as a new WAV file, in one channel of at most 16 kHz. A browser gets no byte of the file, so
 * that no fault of its decoder can be reached. `omitted` counts seconds.
 */
const renderSound = (format: SoundTask['format'], bytes: Buffer): Promise<Rendering> =>
  runThread(
    new URL('./sound-thread.ts', import.meta.url),
    { format, bytes, maxSeconds } satisfies SoundTask,
    ({ samples, sampleRate, omittedSeconds }: SoundMessage) => ({
      files: [{ name: 'sound.wav', contentType: 'audio/wav', bytes: wavOf(samples, sampleRate) }],
      omitted: omittedSeconds,
    }),
  )

export const renderMp3 = (bytes: Buffer): Promise<Rendering> => renderSound('mp3', bytes)

/** The reason names an encoding that is not decoded. The person asks for another recording, or reads the original. */
export const renderWav = async (bytes: Buffer): Promise<Rendering> => {
  const encoding = encodingOf(bytes)
  if (encoding !== null)
    throw new NotRendered(`its sound is compressed as ${encoding}, which the desk does not decode`)
  return renderSound('wav', bytes)
}

const encodingOf = (bytes: Buffer): string | null => {
  try {
    return undecodedEncoding(bytes)
  } catch {
    throw new NotRendered('the file cannot be read')
  }
}
