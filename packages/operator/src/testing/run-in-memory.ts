import type { Terminal } from '@nani/cli'
import { type Said, sayInMemory } from '../../../cli/src/testing/run-in-memory.ts'
import { run } from '../run.ts'

/** DATABASE_URL asks for a master key of its own. */
export const testMasterKey = Buffer.alloc(32, 7).toString('base64')

/** Runs a command with a terminal in memory, and returns its output. */
export const runInMemory = (
  args: string[],
  surroundings: Pick<Terminal, 'env' | 'cwd'> & Partial<Terminal>,
): Promise<Said> => sayInMemory(run, args, surroundings)
