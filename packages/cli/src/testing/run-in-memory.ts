import { run } from '../run.ts'
import type { Terminal } from '../terminal.ts'

export type Said = { code: number; out: string; err: string }

/** Runs a command on a terminal that nobody looks at, and keeps what it said. */
export const runInMemory = async (
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
    ...surroundings,
  })
  return { code, out, err }
}
