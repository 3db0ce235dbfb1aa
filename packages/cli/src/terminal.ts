import { styleText } from 'node:util'

/** Where a command speaks, and what it knows of its surroundings. Passed in, so that a test can read it. */
export type Terminal = {
  out(text: string): void
  err(text: string): void
  /** Colour, only when a person looks at it. */
  color: boolean
  /** Whether a progress bar makes sense. */
  interactive: boolean
  /** Calls `stop` at the first SIGINT or SIGTERM, in place of ending; gives back what takes that away again. */
  onInterrupt(stop: () => void): () => void
  env: Record<string, string | undefined>
  cwd: string
}

export type Tone = 'good' | 'middling' | 'bad' | 'quiet' | 'strong'

const styles = { good: 'green', middling: 'yellow', bad: 'red', quiet: 'dim', strong: 'bold' } as const

export const paint = (terminal: Pick<Terminal, 'color'>, tone: Tone, text: string): string =>
  terminal.color ? styleText(styles[tone], text, { validateStream: false }) : text

/** One JSON document on standard output, and nothing else there. */
export const printJson = (terminal: Terminal, value: unknown): void =>
  terminal.out(`${JSON.stringify(value, null, 2)}\n`)

// What comes from a register may hold anything: an escape sequence, or a mark that turns the line round.
const unprintable = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Text from outside, made safe to print on one line. */
export const printable = (text: unknown): string => String(text).replace(unprintable, '\uFFFD')
