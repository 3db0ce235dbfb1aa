/**
 * Runs after `npm install` and `npm ci`: keeps the files of the built-in face models and their licence, and removes
 * everything else of their package, code included. The install fails if a file is not the one of its manifest.
 * Plain JavaScript, because an older Node of the machine may run it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(process.argv[2] || fileURLToPath(new URL('..', import.meta.url)))
const manifests = join(root, 'packages/engines/src/face-engine/models/built-in')
const modules = join(root, 'node_modules')

/** Each file once: two roles may use one file. */
const hashes = new Map()
for (const name of readdirSync(manifests)) {
  const { file, sha256 } = JSON.parse(readFileSync(join(manifests, name), 'utf8'))
  hashes.set(file, sha256)
}

/** Why the file cannot be used; null if it is the one of its manifest. */
const faultOf = (file) => {
  const path = join(modules, file)
  if (!existsSync(path)) return `${file} is missing`
  const found = createHash('sha256').update(readFileSync(path)).digest('hex')
  return found === hashes.get(file) ? null : `${file} is not the file of its manifest`
}

const folders = [...new Set([...hashes.keys()].map((file) => file.split('/')[0]))]
const described = folders.flatMap((folder) => [`${folder}/LICENSE`, `${folder}/package.json`])
const faults = [
  ...[...hashes.keys()].map(faultOf).filter((fault) => fault !== null),
  ...described.filter((file) => !existsSync(join(modules, file))).map((file) => `${file} is missing`),
]
if (faults.length > 0) {
  console.error(`The face models cannot be installed: ${faults.join(', ')}.`)
  process.exitCode = 1
} else {
  const kept = [...hashes.keys(), ...described]
  const keepIn = (folder) => {
    for (const entry of readdirSync(join(modules, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      const isKept = kept.some((file) => file === path || file.startsWith(`${path}/`))
      if (!isKept) rmSync(join(modules, path), { recursive: true })
      else if (entry.isDirectory()) keepIn(path)
    }
  }
  for (const folder of folders) keepIn(folder)
}
