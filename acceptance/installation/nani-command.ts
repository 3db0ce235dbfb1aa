import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { repositoryRoot } from './start-installation.ts'

const run = promisify(execFile)

/** Runs the operator's command line, `npx nani …`, against the installation in `dataDir`. */
export const nani = async (dataDir: string, ...args: string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, ['packages/operator/bin/nani.js', ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, NANI_DATA_DIR: dataDir },
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

export const naniJson = async <T>(dataDir: string, ...args: string[]): Promise<T> =>
  JSON.parse(await nani(dataDir, ...args, '--json')) as T
