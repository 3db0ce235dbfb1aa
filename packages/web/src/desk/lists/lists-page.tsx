import { Badge, Button, Group, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { useMay } from '../rights.ts'
import type { ScreeningLists } from './screening-list.ts'

export const ListsPage = () => {
  const say = useSay()
  const { number } = useFormats()
  return (
    <Page title={say('Screening lists', 'Listes de filtrage')}>
      <Loaded query={useRead<ScreeningLists>('/lists')}>
        {({ threshold, data }) => (
          <>
            <Records
              caption={say('Screening lists', 'Listes de filtrage')}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: say('List', 'Liste'),
                  cell: ({ id, name }) => <Link to={`/lists/${encodeURIComponent(id)}`}>{name}</Link>,
                },
                { label: say('Category', 'Catégorie'), cell: ({ category }) => category },
                { label: say('Version', 'Version'), cell: ({ version }) => version?.version ?? '–' },
                {
                  label: say('Entries', 'Entrées'),
                  cell: ({ version }) => (version ? number(version.entries) : '–'),
                },
                {
                  label: say('Confirmed', 'Confirmée'),
                  cell: ({ version, is_stale }) => (
                    <>
                      <Time at={version?.confirmed_at} />
                      {is_stale ? (
                        <div>
                          <Badge color="red" variant="light">
                            {say('Too old', 'Trop ancienne')}
                          </Badge>
                        </div>
                      ) : null}
                    </>
                  ),
                },
              ]}
            />
            <Threshold threshold={threshold} key={threshold} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Threshold = ({ threshold }: { threshold: number }) => {
  const say = useSay()
  const may = useMay()
  const [value, setValue] = useState(String(threshold))
  const change = useChange(
    () => send('PUT', '/threshold', { body: { threshold: Number(value.replace(',', '.')) } }),
    { rereads: ['/lists'] },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(undefined)
  }
  return (
    <Section
      title={say('Threshold', 'Seuil')}
      about={say(
        `A hit has at least this score. It is ${threshold} now, and a change counts for later screenings.`,
        `Une correspondance a au moins ce score. Il est de ${threshold} ; un changement vaut pour les filtrages suivants.`,
      )}
    >
      {may('PUT /threshold') ? (
        <form onSubmit={submit}>
          <Group align="flex-end">
            <TextInput
              label={say('New threshold', 'Nouveau seuil')}
              inputMode="decimal"
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={change.isPending}>
              {say('Set the threshold', 'Définir le seuil')}
            </Button>
          </Group>
          <ErrorNotice error={change.error} />
        </form>
      ) : null}
    </Section>
  )
}
