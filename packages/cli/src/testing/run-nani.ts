import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  credentials,
  fakeServer,
  type Scripted,
  type SeenCall,
} from '../../../sdk/src/testing/fake-server.ts'
import { run } from '../run.ts'
import type { Terminal } from '../terminal.ts'
import { sayInMemory } from './run-in-memory.ts'

/** Runs `nani` against a fake server, with credentials in a separate data directory. */
export const nani = async (
  args: string[],
  handlers: ((call: SeenCall) => Scripted)[],
  color = false,
  onInterrupt: Terminal['onInterrupt'] = () => () => {},
) => {
  const server = await fakeServer(...handlers)
  const folder = mkdtempSync(join(tmpdir(), 'nani-cli-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await server.close()
  })
  const { apiKey, secretKey, payloadEncryptionKey } = credentials
  const set = {
    base_url: server.baseUrl,
    api_key: apiKey,
    secret_key: secretKey,
    payload_encryption_key: payloadEncryptionKey,
  }
  writeFileSync(join(folder, 'demo-credentials.json'), JSON.stringify({ sandbox: set }))
  const said = await sayInMemory(run, args, {
    color,
    onInterrupt,
    env: { NANI_DATA_DIR: folder },
    cwd: folder,
  })
  return { ...said, seen: server.seen }
}

export const answer =
  (body: unknown, status = 200) =>
  () => ({ status, body })
