import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const manifests = 'packages/engines/src/face-engine/models/built-in'
const modelFile = 'faces/model/eye.onnx'

/** A checkout in which two roles use one file of the package `faces`. */
const installation = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-face-models-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const manifest = { file: modelFile, sha256: createHash('sha256').update('weights').digest('hex') }
  for (const role of ['eyes', 'occlusion']) write(`${manifests}/${role}.json`, JSON.stringify(manifest))
  for (const [path, text] of Object.entries(files)) write(`node_modules/${path}`, text)
  return folder
}

const keepModels = (folder: string) =>
  spawnSync(process.execPath, [join(root, 'scripts/keep-face-models.mjs'), folder], { encoding: 'utf8' })
const installed = (folder: string) => globSync('node_modules/**/*', { cwd: folder })

const described = { 'faces/LICENSE': 'MIT', 'faces/package.json': '{}' }
const complete = { ...described, [modelFile]: 'weights' }

test('the install keeps the used models with their licence, and removes the code and the other models', () => {
  const others = {
    'faces/index.js': '',
    'faces/lib/run.js': '',
    'faces/model/age.onnx': '',
    'other/index.js': '',
  }
  const folder = installation({ ...complete, ...others })
  expect(keepModels(folder)).toMatchObject({ status: 0, stderr: '' })
  const kept = [...Object.keys(complete), 'faces', 'faces/model', 'other', 'other/index.js']
  expect(installed(folder).toSorted()).toEqual(kept.map((path) => `node_modules/${path}`).toSorted())
})

test.each([
  ['a changed model', { ...complete, [modelFile]: 'other weights' }, 'not the file of its manifest'],
  ['no model', described, `${modelFile} is missing`],
  ['no licence', { ...complete, 'faces/LICENSE': undefined }, 'faces/LICENSE is missing'],
])('the install fails with %s, and removes nothing', (_what, files, reason) => {
  const given = Object.entries({ ...files, 'faces/index.js': '' }).filter(([, text]) => text !== undefined)
  const folder = installation(Object.fromEntries(given) as Record<string, string>)
  const { status, stderr } = keepModels(folder)
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(reason) })
  expect(installed(folder)).toContain('node_modules/faces/index.js')
})

test('this installation has the six files of the built-in models, with their licence', () => {
  const files = globSync('*.json', { cwd: join(root, manifests) }).map(
    (name) => JSON.parse(readFileSync(join(root, manifests, name), 'utf8')).file as string,
  )
  expect(new Set(files).size).toBe(6)
  const [folder] = files.map((file) => file.split('/')[0])
  const missing = files.filter((file) => !existsSync(join(root, 'node_modules', file)))
  expect(missing).toEqual([])
  expect(readFileSync(join(root, 'node_modules', `${folder}/LICENSE`), 'utf8')).toContain('MIT')
})
