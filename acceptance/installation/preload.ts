import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './start-installation.ts'

const modules = { DELAY: 'report-delay.ts', MEMORY: 'report-memory.ts' } as const
type Report = keyof typeof modules

const portFile = (dataDir: string, report: Report) => join(dataDir, `${report.toLowerCase()}-port`)

/** The environment of a process that loads these modules before the product. */
export const preloading = (dataDir: string, reports: readonly Report[]): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: reports
    .map((report) => `--import=${join(repositoryRoot, 'acceptance/8-bad-input', modules[report])}`)
    .join(' '),
  ...Object.fromEntries(reports.map((report) => [`REPORT_${report}_FILE`, portFile(dataDir, report)])),
})

const ask = async (dataDir: string, report: Report): Promise<string> =>
  (await fetch(`http://127.0.0.1:${readFileSync(portFile(dataDir, report), 'utf8')}`)).text()

/** The longest stretch of the event loop since it was last asked, as processor time. */
export const longestDelayMs = async (dataDir: string): Promise<number> => Number(await ask(dataDir, 'DELAY'))

/** The memory of the process after it has collected its garbage. */
export const memoryOf = async (dataDir: string): Promise<NodeJS.MemoryUsage> =>
  JSON.parse(await ask(dataDir, 'MEMORY')) as NodeJS.MemoryUsage
