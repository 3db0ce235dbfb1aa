#!/usr/bin/env node
// Plain JavaScript, because an older Node may start it. It then starts the Node 24 that `npm ci` installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const neededMajor = 24

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  // The cache is in the folder of the project. An account that cannot change the sources cannot change it either.
  module.enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/nani'))
  await import('../src/main.ts')
} else {
  const bundled = bundledNode()
  if (bundled === null) {
    console.error(`nani needs Node ${neededMajor}. "npm ci" in the folder of the project installs it.`)
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
    // A shell reports the signal that ended a command. So this process ends by the same signal.
    if (signal) {
      for (const name of signals) process.removeAllListeners(name)
      process.kill(process.pid, signal)
    } else {
      process.exitCode = code
    }
  })
}
