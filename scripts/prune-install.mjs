/**
 * Runs after `npm install` and `npm ci`: removes files of packages that this machine can never use.
 * They are libraries for other platforms, sources to compile, and headers. It saves about 430 MB.
 * Plain JavaScript, because an older Node of the machine may run it.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const remove = (...path) => rmSync(join(modules, ...path), { recursive: true, force: true })
const names = (...path) => (existsSync(join(modules, ...path)) ? readdirSync(join(modules, ...path)) : [])

const { platform, arch } = process

// Folders `bin/napi-v6/linux/x64`. If this machine has none, everything stays, and the error is the package's own.
for (const api of names('onnxruntime-node', 'bin')) {
  const folder = ['onnxruntime-node', 'bin', api]
  if (!existsSync(join(modules, ...folder, platform, arch))) continue
  for (const system of names(...folder))
    for (const processor of names(...folder, system))
      if (system !== platform || processor !== arch) remove(...folder, system, processor)
}

// Bundles for browsers. The modules in `lib` are used.
if (existsSync(join(modules, 'echarts', 'lib'))) remove('echarts', 'dist')
if (existsSync(join(modules, 'zrender', 'lib'))) remove('zrender', 'dist')
// Node imports the modules in `cjs`.
if (existsSync(join(modules, 'pdf-lib', 'cjs')))
  for (const name of ['dist', 'es', 'src', 'ts3.4']) remove('pdf-lib', name)
for (const name of names('@hyzyla', 'pdfium', 'dist'))
  if (/base64|browser|cdn|worker/.test(name)) remove('@hyzyla', 'pdfium', 'dist', name)

// Headers to compile addons against the pinned Node. Nothing here compiles one.
for (const name of names('node', 'node_modules'))
  if (name.startsWith('node-')) remove('node', 'node_modules', name, 'include')
