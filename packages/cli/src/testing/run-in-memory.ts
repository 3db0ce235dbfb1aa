import type { Terminal } from '../terminal.ts'

export type Said = { code: number; out: string; err: string }

/** Runs a command without a screen, and returns its output. */
export const sayInMemory = async (
  run: (args: string[], terminal: Terminal) => Promise<number>,
  args: string[],
  surroundings: Pick<Terminal, 'env' | 'cwd'> & Partial<Terminal>,
): Promise<Said> => {
  let out = ''
  let err = ''
  const code = await run(args, {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    color: false,
    interactive: false,
    onInterrupt: () => () => {},
    installationDir: null,
    ...surroundings,
  })
  return { code, out, err }
}
