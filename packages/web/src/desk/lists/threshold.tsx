import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Unread } from '../../staff/parts/loaded.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { queryOf, useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { typedNumber } from '../../staff/typed-number.ts'
import { useMay } from '../rights.ts'

type Effect = {
  value: number
  screenings: number
  hits: number
  gained: number
  lost: number
  not_compared: number
  is_complete: boolean
  unread?: string[]
}

/** The lowest score of a hit, with the effect of another one on the screenings of the last 30 days. */
export const Threshold = ({ threshold, version }: { threshold: number; version: number }) => {
  const say = useSay()
  const may = useMay()
  const [text, setText] = useState(String(threshold))
  const value = typedNumber(text)
  const change = useChange(() => send('PUT', '/threshold', { body: { threshold: value }, version }), {
    rereads: ['/lists'],
  })
  const effect = useChange((asked: number) =>
    send<Effect>('GET', `/threshold/effect?${queryOf({ value: String(asked) })}`),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value !== null) change.mutate(undefined)
  }
  return (
    <Section
      title={say('Threshold', 'Seuil')}
      about={say(
        `A hit has at least this score. It is ${threshold} now, and a change counts for later screenings.`,
        `Une correspondance a au moins ce score. Il est de ${threshold} ; un changement vaut pour les filtrages suivants.`,
      )}
    >
      <form onSubmit={submit}>
        <TextInput
          label={say('New threshold', 'Nouveau seuil')}
          inputMode="decimal"
          value={text}
          error={
            value === null
              ? say('Write a number, for example 0.85.', 'Écrivez un nombre, par exemple 0,85.')
              : null
          }
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group mt="sm">
          {may('GET /threshold/effect') ? (
            <Button
              variant="default"
              loading={effect.isPending}
              onClick={() => value !== null && effect.mutate(value)}
            >
              {say('Show the effect', 'Montrer l’effet')}
            </Button>
          ) : null}
          {may('PUT /threshold') ? (
            <Button type="submit" variant="default" loading={change.isPending}>
              {say('Set the threshold', 'Définir le seuil')}
            </Button>
          ) : null}
        </Group>
        <ErrorNotice error={effect.error ?? change.error} />
      </form>
      {effect.data && effect.data.value === value ? <EffectShown effect={effect.data} /> : null}
    </Section>
  )
}

const EffectShown = ({ effect }: { effect: Effect }) => {
  const say = useSay()
  const { number } = useFormats()
  const { value, screenings, hits, gained, lost, not_compared, is_complete, unread } = effect
  return (
    <div role="status">
      <Facts
        facts={[
          [say('Compared threshold', 'Seuil comparé'), number(value)],
          [say('Screenings of 30 days', 'Filtrages sur 30 jours'), number(screenings)],
          [say('Hits by name now', 'Correspondances de nom actuelles'), number(hits)],
          [say('Gained', 'Gagnées'), number(gained)],
          [say('Lost', 'Perdues'), number(lost)],
          [say('Not compared', 'Non comparés'), number(not_compared)],
        ]}
      />
      {unread ? <Unread databases={unread} /> : null}
      {is_complete ? null : (
        <p className="quiet">
          {say(
            'There are more screenings than were compared.',
            'Il y a plus de filtrages que ceux qui ont été comparés.',
          )}
        </p>
      )}
    </div>
  )
}
