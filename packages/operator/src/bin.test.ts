import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const bin = fileURLToPath(new URL('../bin/nani.js', import.meta.url))

const majorOf = (node: string) =>
  Number(spawnSync(node, ['-p', 'process.versions.node']).stdout.toString().split('.')[0])

// The machine's own Node, when it is older than the one of the project.
const older = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => existsSync(node) && majorOf(node) < 24)

const nodes = [process.execPath, ...(older ? [older] : [])]

describe.each(nodes)('bin/nani.js under %s', (node) => {
  it('prints help and passes the exit code on, without a word of its own', () => {
    const help = spawnSync(node, [bin, '--help'], { encoding: 'utf8' })
    expect(help).toMatchObject({ status: 0, stderr: '' })
    expect(help.stdout).toContain('Usage: nani')
    expect(spawnSync(node, [bin, 'kyc']).status).toBe(2)
  })

  it('passes a signal on and ends of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nani-bin-'))
    // Takes the call and never answers: the command is in the middle of it when the signal comes.
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      silent.close()
      rmSync(folder, { recursive: true })
    })
    const file = join(folder, 'credentials.json')
    writeFileSync(file, JSON.stringify(credentialsFor((silent.address() as AddressInfo).port)))
    const command = spawn(node, [bin, 'kyc', 'x', '--credentials', file], { stdio: 'ignore' })
    const calling = new Promise<Socket>((resolve) => silent.once('connection', resolve))
    const ended = new Promise((resolve) => command.on('exit', (_, signal) => resolve(signal)))
    const socket = await calling
    const hungUp = new Promise((resolve) =>
      socket
        .resume()
        .on('error', () => {})
        .on('close', resolve),
    )
    command.kill('SIGTERM')
    expect(await ended).toBe('SIGTERM')
    await hungUp
  })
})

const credentialsFor = (port: number) => ({
  base_url: `http://127.0.0.1:${port}`,
  api_key: 'key_test_000000000000000000000000',
  secret_key: `sk_test_${Buffer.alloc(32, 1).toString('base64url')}`,
  payload_encryption_key: `pek_test_${Buffer.alloc(32, 2).toString('base64url')}`,
})
