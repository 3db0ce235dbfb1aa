import { randomInt, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applicationWith } from '../14-webhooks/endpoint.ts'
import { startReceiver, type WebhookEvent } from '../14-webhooks/receiver.ts'
import { type Hit, screen } from '../15-aml-screening/screening.ts'
import { get } from '../client/call.ts'
import { until } from '../client/kyc.ts'
import { nani } from '../installation/nani-command.ts'
import { removeInstallation, startInstallation } from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

/** See spec/monitoring#alert-object. */
export type Alert = {
  monitor_id: string
  screening_id: string
  reference: string | null
  reason: string
  previous_risk_level: string
  risk_level: string
  risk_score: number
  hits: Hit[]
}
export type AlertEvent = WebhookEvent & { data: { object: Alert } }

const columns = {
  national: 'reference,kind,name,birth_dates,nationalities,listed_on,ended_on',
  national_pep: 'reference,kind,name,birth_dates,nationalities,positions',
}
export type ListName = keyof typeof columns

const syllables = 'ba ki do lu me sa fi ro nge tsho vu pa zi wo ya mbu'.split(' ')
const word = () => {
  const text = Array.from({ length: 5 }, () => syllables[randomInt(syllables.length)]).join('')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** A unique name that is similar to no other. */
export const newName = (): string => [word(), word(), word()].join(' ')

let rowsSoFar = 0
/** A row of the national list about `name`. */
export const designation = (name: string) => `AC.${++rowsSoFar},individual,${name},1970,COD,2026-01-02,`
export const officeHolder = (name: string) =>
  `PEP.${++rowsSoFar},individual,${name},1970,COD,Ministre|COD|2024-01-28|`

/** Alerts are looked for every few seconds where no notification came through. */
const patienceMs = 60_000

export type MonitoredInstallation = Awaited<ReturnType<typeof startMonitored>>

/** An installation of its own, because its lists change under it, and an application with an endpoint. */
export const startMonitored = async () => {
  const dataDir = startedDataDir()
  const installation = await startInstallation(dataDir)
  const receiver = await startReceiver()
  const application = await applicationWith(dataDir, receiver, { services: ['aml_screening'] })
  const rows: Record<ListName, Set<string>> = {
    national: new Set([designation(newName())]),
    national_pep: new Set([officeHolder(newName())]),
  }

  const importList = async (list: ListName) => {
    const file = join(dataDir, `${list}.csv`)
    writeFileSync(file, `${[columns[list], ...rows[list]].join('\n')}\n`)
    await nani(dataDir, 'lists', 'import', list, file, '--accept-drop')
  }
  const monitor = async (subject: unknown, members: Record<string, unknown> = {}) => {
    const reference = randomUUID()
    const { json, status } = await screen(application, subject, { reference, monitoring: true, ...members })
    if (status !== 200) throw new Error(`the screening answered ${status}`)
    return json
  }
  const eventsOfType = async (wanted: string): Promise<AlertEvent[]> => {
    const found: AlertEvent[] = []
    for (let after = ''; ; ) {
      const target = `/v1/events?limit=500${after}`
      const { json } = await get<{ data: WebhookEvent[]; next_cursor: string }>(application, target)
      if (json.data.length === 0) return found
      found.push(...(json.data.filter(({ type }) => type === wanted) as AlertEvent[]))
      after = `&after=${json.next_cursor}`
    }
  }
  const alertEvents = () => eventsOfType('aml_screening.alert')
  const alertsOf = async (reference: string | null): Promise<Alert[]> =>
    (await alertEvents()).map(({ data }) => data.object).filter((alert) => alert.reference === reference)

  return {
    dataDir,
    application,
    receiver,
    rows,
    importList,
    monitor,
    alertEvents,
    eventsOfType,
    alertsOf,
    /** Once there is an alert under the reference. */
    alerted: (reference: string | null) =>
      until(
        () => alertsOf(reference),
        (alerts) => alerts.length > 0,
        { timeoutMs: patienceMs },
      ),
    /**
     * Imports the new content of a list, with another monitored person added. Their alert proves that all earlier
     * changes were processed, because changes are processed in order.
     */
    async changed() {
      const name = newName()
      const { reference } = await monitor({ full_name: name })
      rows.national.add(designation(name))
      await importList('national')
      await this.alerted(reference)
    },
    async stop() {
      await receiver.close()
      await installation.stop().catch(() => {})
      await removeInstallation(dataDir, installation)
    },
  }
}
