import { styleText } from 'node:util'

/** Input and output of a command, and facts about its environment. Passed in, so that a test can read the output. */
export type Terminal = {
  out(text: string): void
  err(text: string): void
  /** True if the output is a terminal for a person. */
  color: boolean
  /** Whether a progress bar is useful. */
  interactive: boolean
  /** Calls `stop` at the first SIGINT or SIGTERM instead of ending the process. Returns a function that undoes this. */
  onInterrupt(stop: () => void): () => void
  env: Record<string, string | undefined>
  cwd: string
  /** The folder of the project. Its `.nani` is used if the working directory has none. Null if there is none. */
  installationDir: string | null
  /** The account of the operating system. Absent: that of this process. */
  account?: string
}

export type Tone = 'good' | 'middling' | 'bad' | 'quiet' | 'strong'

const styles = { good: 'green', middling: 'yellow', bad: 'red', quiet: 'dim', strong: 'bold' } as const

export const paint = (terminal: Pick<Terminal, 'color'>, tone: Tone, text: string): string =>
  terminal.color ? styleText(styles[tone], text, { validateStream: false }) : text

/** Prints one JSON document as the whole standard output. */
export const printJson = (terminal: Terminal, value: unknown): void =>
  terminal.out(`${JSON.stringify(value, null, 2)}\n`)

// Text from a register can contain escape sequences, or marks that change the direction of the line.
const unprintable = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Makes external text safe to print on one line. */
export const printable = (text: unknown): string => String(text).replace(unprintable, '\uFFFD')
