#!/usr/bin/env node
// Plain JavaScript, since an older Node starts it: it hands over to the Node 24 that this project brings along.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const neededMajor = 24

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  // Kept beside what it was compiled from, where who may not write the one may not write the other either.
  module.enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/nani'))
  await import('../src/main.ts')
} else {
  const bundled = bundledNode()
  if (bundled === null) {
    console.error(`nani needs Node ${neededMajor}; "npm ci" in the project brings it along.`)
    process.exitCode = 1
  } else {
    handOver(bundled)
  }
}

function bundledNode() {
  try {
    const home = dirname(createRequire(import.meta.url).resolve('node/package.json'))
    const file = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(file) ? file : null
  } catch {
    return null
  }
}

function handOver(node) {
  const child = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${node} does not start: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    // A shell tells by the signal why a command ended: so this one ends of the same.
    if (signal) {
      for (const name of signals) process.removeAllListeners(name)
      process.kill(process.pid, signal)
    } else {
      process.exitCode = code
    }
  })
}
