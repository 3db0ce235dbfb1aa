import { read } from '../photographs.ts'

export type Capture = { file: string; isLive: boolean; label: string; source: string }

/** The live and spoofed images of `captures.csv`. */
export const readCaptures = (): Capture[] =>
  read('captures.csv')
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([kind]) => kind === 'live' || kind === 'spoof')
    .map(([kind, file, , label, source]) => ({
      file: file!,
      isLive: kind === 'live',
      label: label!,
      source: source!,
    }))
