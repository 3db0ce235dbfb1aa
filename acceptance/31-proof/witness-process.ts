import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { repositoryRoot } from '../installation/start-installation.ts'

export type WitnessProcess = { key: string; url: string; stop(): Promise<void> }

/** The program of the regulator, on its own folder. */
export const startWitness = async (
  folder: string,
  { name, logs, port = 0 }: { name: string; logs: readonly string[]; port?: number },
): Promise<WitnessProcess> => {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...['packages/operator/bin/nani.js', 'witness', '--json', '--folder', folder, '--name', name],
      ...['--port', String(port), ...logs.flatMap((log) => ['--log', log])],
    ],
    { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  process.once('exit', () => child.kill('SIGKILL'))
  let text = ''
  if (!child.stdout) throw new Error('the witness has no output')
  for await (const line of createInterface(child.stdout)) {
    text += line
    if (line === '}') break
  }
  const { key, url } = JSON.parse(text) as { key: string; url: string }
  return {
    ...{ key, url },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
