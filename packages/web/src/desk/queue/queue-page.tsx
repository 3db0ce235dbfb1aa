import { Badge, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded, Unread } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useRead } from '../../staff/reading.ts'
import { sentenceIn } from '../proposals/sentence.ts'
import { useNextItem } from './next-item.ts'
import { pathOfItem, type Queue, type QueueItem } from './queue.ts'
import { kindName, waitsForName } from './queue-words.ts'

type Part = 'mine' | 'second_person' | 'late' | 'all'

const isIn = (part: Part, { waits_for, is_late }: QueueItem): boolean =>
  part === 'all' ||
  (part === 'late' && is_late) ||
  (part === 'second_person' && waits_for === 'second_person') ||
  (part === 'mine' && waits_for !== 'second_person')

/** Everything that waits for the roles of the person, the oldest first. */
export const QueuePage = () => {
  const say = useSay()
  const goToNext = useNextItem()
  const query = useRead<Queue>('/queue')
  return (
    <Page
      title={say('Queue', 'File d’attente')}
      about={say('The oldest is first.', 'Le plus ancien est en premier.')}
      actions={
        <Button onClick={() => void goToNext()} aria-keyshortcuts="n">
          {say('Next item', 'Élément suivant')}
        </Button>
      }
    >
      <Loaded query={query}>
        {(queue) => (
          <>
            {queue.unread ? <Unread databases={queue.unread} onRetry={() => void query.refetch()} /> : null}
            <Items queue={queue} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Items = ({ queue: { data, counts, parts: found, unread = [] } }: { queue: Queue }) => {
  const say = useSay()
  const { number } = useFormats()
  const [part, setPart] = useState<Part>('all')
  const parts: Record<Part, string> = {
    all: say('All', 'Tout'),
    mine: say('For me', 'Pour moi'),
    second_person: say('For a second person', 'Pour une seconde personne'),
    late: say('Late', 'En retard'),
  }
  const totals: Record<Part, number> = {
    ...found,
    all: Object.values(counts).reduce((sum, count) => sum + count, 0),
  }
  const shown = data.filter((item) => isIn(part, item))
  return (
    <>
      {unread.length > 0 ? <Unread databases={unread} /> : null}
      <Group gap="xs" role="group" aria-label={say('Parts of the queue', 'Parties de la file')}>
        {(Object.keys(parts) as Part[]).map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === part ? 'filled' : 'default'}
            aria-pressed={one === part}
            onClick={() => setPart(one)}
          >
            {`${parts[one]} (${number(totals[one])})`}
          </Button>
        ))}
      </Group>
      {shown.length < totals[part] ? (
        <Text size="sm">
          {say(
            'The oldest 100 of each kind are shown.',
            'Les 100 plus anciens de chaque type sont affichés.',
          )}
        </Text>
      ) : null}
      {shown.length === 0 ? (
        <Empty title={say('Nothing waits here', 'Rien n’attend ici')} />
      ) : (
        <Records
          caption={parts[part]}
          rows={shown}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          columns={[
            {
              label: say('Work', 'Travail'),
              cell: (item) => (
                <Link to={pathOfItem(item)}>
                  {item.sentence ? sentenceIn(say, item.sentence) : <bdi>{item.title}</bdi>}
                </Link>
              ),
            },
            { label: say('Kind', 'Type'), cell: ({ kind }) => kindName(say, kind) },
            { label: say('Waits for', 'Attend'), cell: ({ waits_for }) => waitsForName(say, waits_for) },
            {
              label: say('Since', 'Depuis'),
              cell: ({ since, is_late }) => (
                <Group gap="xs">
                  <Time at={since} />
                  {is_late ? (
                    <Badge color="red" variant="light">
                      {say('Late', 'En retard')}
                    </Badge>
                  ) : null}
                </Group>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
