import { Button, Group, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Done, Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Facts, Records } from '../../staff/parts/records.tsx'
import { useChange, useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { typedNumber } from '../../staff/typed-number.ts'
import { useMay } from '../rights.ts'
import { AmountField } from './amount-field.tsx'
import type { MoneyAmount } from './money.ts'

type Forecast = {
  spent: MoneyAmount
  forecast: MoneyAmount
  by_application: { application_id: string; amount: MoneyAmount; budget: MoneyAmount | null }[]
}

/** What an organization spends this month, and the budgets of its applications. */
export const UseSection = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  const { money } = useFormats()
  return (
    <Section title={say('Use of this month', 'Usage de ce mois')}>
      <Loaded query={useRead<Forecast>(`${path}/forecast`)}>
        {({ spent, forecast, by_application: applications }) => (
          <>
            <Facts
              facts={[
                [say('Spent', 'Dépensé'), money(spent)],
                [say('Expected until the end', 'Attendu d’ici la fin'), money(forecast)],
              ]}
            />
            {applications.length === 0 ? (
              <Empty title={say('No application has a use', 'Aucune application n’a d’usage')} />
            ) : (
              <Records
                caption={say('Use of this month', 'Usage de ce mois')}
                rows={applications}
                keyOf={({ application_id }) => application_id}
                columns={[
                  {
                    label: say('Application', 'Application'),
                    cell: ({ application_id }) => <code>{application_id}</code>,
                  },
                  { label: say('Spent', 'Dépensé'), cell: ({ amount }) => money(amount) },
                  {
                    label: say('Budget of a month', 'Budget mensuel'),
                    cell: ({ budget }) => (budget ? money(budget) : '–'),
                  },
                ]}
              />
            )}
            {applications.length > 0 &&
            may('POST /billing/organizations/{organization_id}/applications/{application_id}/budget') ? (
              <BudgetForm path={path} ids={applications.map(({ application_id }) => application_id)} />
            ) : null}
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** An alarm is raised where an application spends its budget. No call is refused. */
const BudgetForm = ({ path, ids }: { path: string; ids: readonly string[] }) => {
  const say = useSay()
  const [application, setApplication] = useState(ids[0] ?? '')
  const [amount, setAmount] = useState('')
  const [isTried, setTried] = useState(false)
  const change = useChange(
    (value: number) =>
      send('POST', `${path}/applications/${encodeURIComponent(application)}/budget`, {
        body: { amount: value },
      }),
    { rereads: [`${path}/forecast`] },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const value = typedNumber(amount)
    if (value !== null) change.mutate(value)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end">
        <NativeSelect
          label={say('Application', 'Application')}
          value={application}
          data={[...ids]}
          onChange={(event) => setApplication(event.currentTarget.value)}
        />
        <AmountField
          label={say('Budget of a month', 'Budget mensuel')}
          value={amount}
          onChange={setAmount}
          isTried={isTried}
        />
        <Button type="submit" variant="default" loading={change.isPending}>
          {say('Set the budget', 'Fixer le budget')}
        </Button>
      </Group>
      <ErrorNotice error={change.error} />
      {change.isSuccess ? <Done>{say('Saved.', 'Enregistré.')}</Done> : null}
    </form>
  )
}
