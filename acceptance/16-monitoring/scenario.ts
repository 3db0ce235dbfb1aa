import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { path } from '../15-aml-screening/screening.ts'
import { post } from '../client/call.ts'
import { nani } from '../installation/nani-command.ts'
import { designation, type MonitoredInstallation, newName, officeHolder } from './monitored-installation.ts'

const svcId = 'COD-9016-0000-0001'

const enrol = async (dataDir: string, full_name: string) => {
  const words = full_name.split(' ')
  const citizen = {
    svc_id: svcId,
    certified: true,
    level_of_assurance: 'LOA3',
    first_name: words[2],
    last_name: words.slice(0, 2).join(' '),
    date_of_birth: '1970-05-04',
    gender: 'female',
  }
  const file = join(dataDir, 'citizen.ndjson')
  writeFileSync(file, `${JSON.stringify(citizen)}\n`)
  await nani(dataDir, 'register', 'import', file, '--environment', 'sandbox')
}

/** A person, and the row that lists them. */
const person = (row = designation) => {
  const name = newName()
  return { name, row: row(name) }
}

/**
 * The events of a few monitored people while lists change. It runs once, because every import is a run of the command
 * line. The tests check the results.
 */
export const runScenario = async (world: MonitoredInstallation) => {
  const { rows, application, dataDir } = world
  const who = {
    listed: person(),
    unchecked: person(),
    twice: person(),
    stopped: person(),
    lifted: person(),
    over: person(),
    fewer: person(),
    pep: person(officeHolder),
    dismissed: person(),
    renamed: person(),
  }
  for (const { row } of [who.lifted, who.over, who.dismissed, who.fewer]) rows.national.add(row)
  rows.national.add(designation(who.fewer.name))
  await world.importList('national_pep')
  await enrol(dataDir, newName())
  await world.changed()

  const byName = ({ name }: { name: string }, members = {}) => world.monitor({ full_name: name }, members)
  const begun = {
    listed: await byName(who.listed),
    unchecked: await byName(who.unchecked, { checks: ['pep'] }),
    twice: await byName(who.twice),
    stopped: await byName(who.stopped),
    lifted: await byName(who.lifted),
    over: await byName(who.over),
    fewer: await byName(who.fewer),
    pep: await byName(who.pep),
    dismissed: await byName(who.dismissed),
    renamed: await world.monitor({ identifier: { type: 'svc_id', value: svcId } }),
  }
  const twiceAgain = await byName(who.twice, { reference: begun.twice.reference })
  const twiceElse = await byName(who.twice)
  const decided = await post<Record<string, unknown>>(
    application,
    `${path}/${begun.dismissed.id}/hits/0/disposition`,
    { disposition: 'false_positive', reason: 'Another person of that name.', officer: 'officer-7' },
  )
  const stop = () =>
    nani(
      dataDir,
      ...['monitors', 'stop', String(begun.stopped.monitoring.monitor_id)],
      ...['--application', application.application_id],
    )
  await stop()
  const stopAgain = await stop().catch((error: { stderr: string }) => error.stderr)

  for (const { row } of [who.listed, who.unchecked, who.twice, who.stopped, who.renamed])
    rows.national.add(row)
  for (const { row } of [who.lifted, who.dismissed, who.over, who.fewer]) rows.national.delete(row)
  rows.national.add(`${who.over.row}2020-01-01`)
  rows.national_pep.add(who.pep.row)
  await world.importList('national_pep')
  await world.changed()
  await world.alerted(begun.pep.reference)
  await enrol(dataDir, who.renamed.name)

  // The row as it was dismissed, and all others again.
  rows.national.add(who.dismissed.row)
  rows.national_pep.delete(who.pep.row)
  await world.importList('national_pep')
  await world.changed()

  rows.national.delete(who.dismissed.row)
  rows.national.add(who.dismissed.row.replace('2026-01-02', '2026-01-03'))
  await world.importList('national')
  await world.importList('national')
  await world.changed()
  await world.alerted(begun.renamed.reference)
  return { who, begun, twiceAgain, twiceElse, decided: decided.json, stopAgain }
}
