import { fileURLToPath } from 'node:url'
import { processTerminal } from '@nani/cli'
import { run } from './run.ts'

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url))

process.exitCode = await run(process.argv.slice(2), processTerminal(projectRoot))
