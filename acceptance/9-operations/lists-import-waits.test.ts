import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screening, screen } from '../15-aml-screening/screening.ts'
import { newName } from '../16-monitoring/monitored-installation.ts'
import type { Credentials } from '../client/credentials.ts'
import { createApplication } from '../installation/applications.ts'
import { nani } from '../installation/nani-command.ts'
import { startSecondProcess } from '../installation/second-process.ts'
import {
  type Installation,
  newDataDir,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

const dataDir = startedDataDir()
const ownDataDir = newDataDir()
let first: Installation
let second: Installation
let application: Credentials

beforeAll(async () => {
  first = await startInstallation(dataDir)
  second = await startSecondProcess(dataDir, ownDataDir)
  application = await createApplication(dataDir, { services: ['aml_screening'], burst: 10_000 })
}, 300_000)
afterAll(async () => {
  await second?.stop().catch(() => {})
  await removeInstallation(ownDataDir, second)
  await first?.stop().catch(() => {})
  await removeInstallation(dataDir, first)
})

const screenings = 1_000
const atOnce = 8

/** Repeats work with a small concurrency. */
const repeat = async <Answer>(count: number, work: (at: number) => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = []
  let next = 0
  const run = async () => {
    for (let at = next++; at < count; at = next++) answers.push(await work(at))
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return answers
}

const importNational = (name: string) => {
  const file = join(dataDir, 'national.csv')
  const rows = Array.from({ length: 2_000 }, (_, at) => `W.${at},individual,${newName()},1970`)
  writeFileSync(
    file,
    ['reference,kind,name,birth_dates', ...rows, `W.X,individual,${name},1970`, ''].join('\n'),
  )
  return nani(dataDir, 'lists', 'import', 'national', file, '--accept-drop', '--json')
}

test('screenings sent right after nani lists import returned all see the new list, on both processes, under load', async () => {
  const processes = [first, second].map(({ demo }) => ({
    ...application,
    base_url: demo.sandbox.base_url,
  }))
  let isOver = false
  const load = Promise.all(
    processes.map(async (credentials) => {
      while (!isOver) await screen(credentials, { full_name: newName() })
    }),
  )
  const name = newName()
  const output = await importNational(name)
  const report = JSON.parse(output) as {
    version: { label: string }
    processes: { using: string[]; behind: unknown[] }
  }
  const answers = await repeat(screenings, async (at) => {
    const { status, json } = await screen(processes[at % 2] as Credentials, { full_name: name })
    return { status, json }
  })
  isOver = true
  await load
  expect(report.processes.behind).toEqual([])
  expect(report.processes.using).toHaveLength(2)
  const missed = answers.filter(({ json }) => !isHit(json, name))
  expect([answers.length, ...new Set(answers.map(({ status }) => status))]).toEqual([screenings, 200])
  expect(missed).toEqual([])
  const versions = answers.map(
    ({ json }) => json.list_versions.find(({ list }) => list === 'National designation list')?.version,
  )
  expect(new Set(versions)).toEqual(new Set([report.version.label]))
}, 300_000)

const isHit = ({ hits }: Screening, name: string) => hits?.some(({ matched_name }) => matched_name === name)
