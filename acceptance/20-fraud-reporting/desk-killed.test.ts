import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { screen } from '../15-aml-screening/screening.ts'
import { newName } from '../16-monitoring/monitored-installation.ts'
import { environmentOf } from '../installation/nani-command.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { casesJson, errorOf, reportedChanges, reportFraud, statusOf } from './desk.ts'

const dataDir = inject('dataDir')
const { production } = inject('demo')
const environment = ['--environment', 'production']
const desk = (...args: string[]) => casesJson(dataDir, [...args, ...environment])

const kills = Number(process.env.NANI_DESK_KILLS ?? 5)

/** Runs the decision in a process of its own, and kills it with SIGKILL after a time. Returns whether it had ended before. */
const killedDecision = async (number: string, afterMs: number): Promise<boolean> => {
  const child = spawn(
    process.execPath,
    ['packages/operator/src/main.ts', 'cases', 'decide', number, 'accept', '--as', 'Bahati', ...environment],
    { cwd: repositoryRoot, env: environmentOf(dataDir), stdio: 'ignore' },
  )
  const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)))
  await Promise.race([ended, delay(afterMs)])
  child.kill('SIGKILL')
  return ended
}

test(`of ${kills} confirmations whose process is killed, each has happened as a whole or not at all`, {
  timeout: 60_000 + kills * 30_000,
}, async () => {
  let fullMs = 0
  for (let kill = 0; kill < kills; kill++) {
    const person = { full_name: newName(), date_of_birth: '1981-02-03', nationality: 'ZMB' }
    const { id, case_number: number } = await reportFraud(production, {
      type: 'document_forgery',
      subject: { ...person, role: 'suspect' },
    })
    await desk('start', number, '--as', 'Amani')
    await desk('propose', number, 'confirmed', '--reason', 'two witnesses', '--as', 'Amani')
    // The first one runs to its end and measures how long a decision takes. The others are killed near their end.
    const startedMs = Date.now()
    const hadEnded = await killedDecision(number, kill === 0 ? 60_000 : fullMs * (0.5 + (0.6 * kill) / kills))
    if (kill === 0) fullMs = Date.now() - startedMs
    // A transaction whose client is gone ends soon: a decision after it gets the lock of the case.
    const afterwards = await errorOf(dataDir, ['decide', number, 'reject', ...environment, '--as', 'Chanda'])
    const confirmed = afterwards === 'case_status_not_allowed'
    if (hadEnded) expect(confirmed).toBe(true)
    else expect([null, 'case_status_not_allowed']).toContain(afterwards)
    expect({
      status: await statusOf(production, id),
      warned: (await screen(production, person)).json.hits.map(({ fraud_case }) => fraud_case?.case_number),
      changes: await reportedChanges(production, id),
    }).toEqual({
      status: confirmed ? 'confirmed' : 'under_review',
      warned: confirmed ? [number] : [],
      changes: ['received → under_review', ...(confirmed ? ['under_review → confirmed'] : [])],
    })
  }
})
