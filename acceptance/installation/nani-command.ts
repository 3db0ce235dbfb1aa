import { execFile } from 'node:child_process'
import { inject } from 'vitest'
import { registerOf } from './own-register.ts'
import { askCommandServer, type Printed } from './served-commands.ts'
import { repositoryRoot } from './start-installation.ts'

/** The environment of a terminal at the installation in `dataDir`. */
export const environmentOf = (dataDir: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...(process.env.DATABASE_URL || env.DATABASE_URL ? {} : registerOf(dataDir)),
  ...process.env,
  NANI_DATA_DIR: dataDir,
  ...env,
})

/**
 * Runs the operator's command line, `nani …`, against the installation in `dataDir`, and returns what it printed. It runs in the
 * process for commands. `0-suite/served-commands.test.ts` compares it with the program that operators start.
 */
export const printedBy = (
  dataDir: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<Printed> => askCommandServer(inject('commandSocket'), args, environmentOf(dataDir, env))

/** The same as `npx nani …`: in a process of its own. */
export const printedByProgram = (
  dataDir: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<Printed> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['packages/operator/bin/nani.js', ...args],
      {
        ...{ cwd: repositoryRoot, env: environmentOf(dataDir, env) },
        ...{ timeout: 120_000, maxBuffer: 64 * 1024 * 1024 },
      },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    )
  })

/** Runs a command that must succeed, and returns its output. The error has what the command printed. */
export const nani = async (dataDir: string, ...args: string[]): Promise<string> => {
  const { code, out, err } = await printedBy(dataDir, args)
  if (code === 0) return out
  throw Object.assign(new Error(`nani ${args.join(' ')} ended with ${code}:\n${out}${err}`), {
    ...{ code, stdout: out, stderr: err },
  })
}

export const naniJson = async <T>(dataDir: string, ...args: string[]): Promise<T> =>
  JSON.parse(await nani(dataDir, ...args, '--json')) as T
