import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const page = readFileSync(new URL('../../../docs/wire-protocol.md', import.meta.url), 'utf8')
const vectorsFile = fileURLToPath(new URL('../vectors.json', import.meta.url))
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((found) => found[1]!)

const run = (command: string, args: string[], input = '') =>
  spawnSync(command, args, { input, encoding: 'utf8', timeout: 20_000 })
const has = (command: string, args: string[]) => run(command, args).status === 0

// Readers may have only this page, so its example must run and give the shown result.
describe('docs/wire-protocol.md', () => {
  it.skipIf(!has('openssl', ['version']))('its shell examples print what their comments say', () => {
    const shown = blocks('sh')
    expect(shown).toHaveLength(2)
    for (const block of shown) {
      const promised = /# (.+)\n$/.exec(block)?.[1]
      const { stdout, stderr } = run('sh', ['-eu'], block)
      expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: promised, stderr: '' })
    }
  })

  it.skipIf(!has('python3', ['-c', 'import cryptography']))(
    'its Python client agrees with every vector',
    () => {
      const [client] = blocks('python')
      const { stdout, stderr } = run('python3', ['-', vectorsFile], client)
      expect({ stdout, stderr }).toEqual({ stdout: 'every vector agrees\n', stderr: '' })
    },
  )

  it('shows the first vector', () => {
    const [first] = JSON.parse(readFileSync(vectorsFile, 'utf8')).requests
    expect(page).toContain(`\n${first.canonical}\n`)
    expect(page).toContain(first.signature)
  })
})
