import { Group, NativeSelect, TextInput } from '@mantine/core'
import type { ServiceName } from '@nani/contract'
import type { ConsoleApplication } from '@nani/contract/console'
import { useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { type Say, useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { typedNumber } from '../../staff/typed-number.ts'
import { serviceName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { useApplication, useRoles } from '../shell/session.tsx'

type Quota = { limit: number; period: 'day' | 'month' }

const periodName = (say: Say, period: Quota['period']): string =>
  period === 'day' ? say('a day', 'par jour') : say('a month', 'par mois')

/** The limits of an application. A call beyond one is refused, and its answer leads here. */
export const QuotasSection = () => {
  const say = useSay()
  const { may } = useRoles()
  return (
    <Section
      title={say('Limits', 'Limites')}
      about={say(
        'A call beyond a limit is refused. You can lower a limit; only the operator of the installation raises one.',
        'Un appel au-delà d’une limite est refusé. Vous pouvez baisser une limite ; seul l’exploitant de l’installation en relève une.',
      )}
    >
      <Loaded query={useApplication()}>
        {(read) => (
          <>
            <Quotas read={read} />
            {may('PATCH A') && read.services.length > 0 ? (
              <LowerQuota read={read} key={read.version} />
            ) : null}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const quotasOf = ({ quotas }: ConsoleApplication) => Object.entries(quotas) as [ServiceName, Quota][]

const Quotas = ({ read }: { read: ConsoleApplication }) => {
  const say = useSay()
  const { number } = useFormats()
  const quotas = quotasOf(read)
  if (quotas.length === 0)
    return <Empty title={say('No service has a limit', 'Aucun service n’a de limite')} />
  return (
    <Records
      caption={say('Limits', 'Limites')}
      rows={quotas}
      keyOf={([service]) => service}
      columns={[
        { label: say('Service', 'Service'), cell: ([service]) => serviceName(say, service) },
        {
          label: say('Calls at most', 'Appels au plus'),
          cell: ([, { limit, period }]) => `${number(limit)} ${periodName(say, period)}`,
        },
      ]}
    />
  )
}

const LowerQuota = ({ read }: { read: ConsoleApplication }) => {
  const say = useSay()
  const { number } = useFormats()
  const { application } = usePlace()
  const [service, setService] = useState(read.services[0] as ServiceName)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Quota['period']>('month')
  const current = quotasOf(read).find(([name]) => name === service)?.[1]
  const period = current?.period ?? chosen
  const limit = typedNumber(typed)
  const isWhole = limit !== null && Number.isInteger(limit) && limit >= 0
  const isTooHigh = isWhole && current !== undefined && limit > current.limit
  const change = useChange(
    () =>
      send('PATCH', application, {
        body: { quotas: { [service]: { limit, period } } },
        version: read.version,
      }),
    { rereads: [application] },
  )
  return (
    <Group align="flex-end">
      <NativeSelect
        label={say('Service', 'Service')}
        value={service}
        data={read.services.map((value) => ({ value, label: serviceName(say, value) }))}
        onChange={(event) => setService(event.currentTarget.value as ServiceName)}
      />
      <TextInput
        label={say('Calls at most', 'Appels au plus')}
        name="limit"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isTooHigh ? say('Higher than now', 'Plus que maintenant') : null}
      />
      <NativeSelect
        label={say('Period', 'Période')}
        value={period}
        disabled={current !== undefined}
        data={(['day', 'month'] as const).map((value) => ({ value, label: periodName(say, value) }))}
        onChange={(event) => setChosen(event.currentTarget.value as Quota['period'])}
      />
      <Confirmed
        label={say('Lower the limit', 'Baisser la limite')}
        title={say('Lower the limit', 'Baisser la limite')}
        preview={say(
          `${serviceName(say, service)}: ${number(limit ?? 0)} calls ${periodName(say, period)} at most. Calls beyond are refused. You cannot raise it again.`,
          `${serviceName(say, service)} : ${number(limit ?? 0)} appels ${periodName(say, period)} au plus. Les appels au-delà sont refusés. Vous ne pourrez pas la relever.`,
        )}
        isDisabled={!isWhole || isTooHigh}
        perform={() => change.mutateAsync(undefined)}
      />
    </Group>
  )
}
