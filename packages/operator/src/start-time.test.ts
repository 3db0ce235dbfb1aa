import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// A command that imports the server at its start needs a second more of processor time. Actions import what they need.
test('the description of a command imports no module of the server', () => {
  const files = globSync('**/*commands.ts', { cwd: import.meta.dirname })
  expect(files.length).toBeGreaterThan(10)
  const eager = files.filter((name) =>
    /^import (?!type ).*@nani\/server/m.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  expect(eager).toEqual([])
})

/** Libraries that take a fifth of the processor time of a command. Few commands use one of them. */
const heavy = ['fastify', 'sharp', 'onnxruntime-node', '@hyzyla/pdfium']

/** Prints the heavy packages of which a process has loaded a file. */
const loadedBy = (modules: readonly string[]) => `
  import module from 'node:module'
  const loaded = new Set()
  module.registerHooks({
    load(url, context, next) {
      for (const name of ${JSON.stringify(heavy)}) if (url.includes('/node_modules/' + name + '/')) loaded.add(name)
      return next(url, context)
    },
  })
  for (const path of ${JSON.stringify(modules)}) await import(path)
  console.log(JSON.stringify([...loaded]))`

const loaded = async (...modules: string[]): Promise<unknown> => {
  const args = ['--input-type=module', '--eval', loadedBy(modules)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  return JSON.parse(stdout)
}

test('the actions of operators load no library of the HTTP server, of photographs or of faces', async () => {
  const actions = [
    ...[
      'acts-commands',
      'applications/applications',
      'billing/billing',
      'cases/cases-reading',
      'cases/cases-text',
    ],
    ...['cases/desk-of-installation', 'audit/audit', 'consents-commands'],
  ]
  expect(await loaded(...actions.map((name) => join(import.meta.dirname, `${name}.ts`)))).toEqual([])
})

test('such a library is seen', async () => {
  expect(await loaded('fastify')).toEqual(['fastify'])
})
