import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useList } from '../../staff/reading.ts'
import { entryFieldName } from './entry-words.ts'
import {
  type ChangeKind,
  changeKinds,
  maxEntriesOfKind,
  type PreviewChanges,
  type PreviewedEntry,
  previewPath,
} from './preview.ts'

/** The entries that the import adds, changes and removes, one kind at a time. */
export const PreviewEntries = ({ previewId, changes }: { previewId: string; changes: PreviewChanges }) => {
  const say = useSay()
  const { number } = useFormats()
  const [kind, setKind] = useState<ChangeKind>(changeKinds.find((one) => changes[one] > 0) ?? 'added')
  const names: Record<ChangeKind, string> = {
    added: say('Added', 'Ajoutées'),
    changed: say('Changed', 'Modifiées'),
    removed: say('Removed', 'Retirées'),
  }
  const empty = <Empty title={say('No such entry', 'Aucune entrée de ce type')} />
  const query = useList<PreviewedEntry>(`${previewPath(previewId)}/entries`, { kind })
  return (
    <Section title={say('Entries that change', 'Entrées qui changent')}>
      <Group gap="xs" role="group" aria-label={say('Kinds of changes', 'Types de changements')}>
        {changeKinds.map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === kind ? 'filled' : 'default'}
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {`${names[one]} (${number(changes[one])})`}
          </Button>
        ))}
      </Group>
      {changes[kind] > maxEntriesOfKind ? (
        <Text size="sm">
          {say(
            `The first ${number(maxEntriesOfKind)} can be read here.`,
            `Les ${number(maxEntriesOfKind)} premières se lisent ici.`,
          )}
        </Text>
      ) : null}
      <LoadedList query={query} empty={changes[kind] > 0 ? <NotStored /> : empty}>
        {(entries) => <Entries entries={entries} caption={names[kind]} />}
      </LoadedList>
    </Section>
  )
}

const NotStored = () => {
  const say = useSay()
  return (
    <Empty
      title={say(
        'The entries of this preview are not stored',
        'Les entrées de cette prévisualisation ne sont pas conservées',
      )}
      next={say(
        'An earlier release made the preview, or a person stopped it.',
        'Une version antérieure l’a faite, ou une personne l’a arrêtée.',
      )}
    />
  )
}

const Entries = ({ entries, caption }: { entries: readonly PreviewedEntry[]; caption: string }) => {
  const say = useSay()
  return (
    <Records
      caption={caption}
      rows={entries}
      keyOf={({ kind, reference }) => `${kind} ${reference}`}
      columns={[
        {
          label: say('Reference', 'Référence'),
          cell: ({ reference }) => (
            <code className="breakable">
              <bdi>{reference}</bdi>
            </code>
          ),
        },
        { label: say('Name', 'Nom'), cell: ({ name }) => <bdi>{name}</bdi> },
        { label: say('Values', 'Valeurs'), cell: (entry) => <Values entry={entry} /> },
      ]}
    />
  )
}

/** The values that the import takes away or brings. */
const Values = ({ entry: { kind, fields, is_cut } }: { entry: PreviewedEntry }) => {
  const say = useSay()
  const text = (values: readonly string[]) =>
    values.map((value) => (
      <div key={value}>
        <bdi className="breakable">{value}</bdi>
      </div>
    ))
  if (fields.length === 0)
    return say('No value that is shown here changed.', 'Aucune valeur affichée ici n’a changé.')
  return (
    <details open={kind === 'changed'}>
      <summary>{fields.map(({ field }) => entryFieldName(say, field)).join(', ')}</summary>
      <dl className="facts">
        {fields.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{entryFieldName(say, field)}</dt>
            {before.length > 0 ? (
              <dd>
                {kind === 'changed' ? `${say('Before:', 'Avant :')} ` : ''}
                {text(before)}
              </dd>
            ) : null}
            {after.length > 0 ? (
              <dd>
                {kind === 'changed' ? `${say('After:', 'Après :')} ` : ''}
                {text(after)}
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      {is_cut ? (
        <Text size="sm">{say('Long values are cut.', 'Les valeurs longues sont coupées.')}</Text>
      ) : null}
    </details>
  )
}
