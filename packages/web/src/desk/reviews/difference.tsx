import type { Purpose, Scope, ServiceName } from '@nani/contract'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useRead } from '../../staff/reading.ts'
import { answerName } from '../../staff/review-words.ts'
import { purposeName, scopeName, serviceName } from '../../staff/words.ts'
import type { ReviewDifference } from './review.ts'

/** What changed since the last approval of the application. */
export const Difference = ({ path }: { path: string }) => {
  const say = useSay()
  return (
    <Section title={say('Against the last approval', 'Par rapport à la dernière approbation')}>
      <Loaded query={useRead<ReviewDifference>(`${path}/difference`)}>
        {(difference) =>
          difference.against === null ? (
            <p>
              {say(
                'Nothing was approved before: all is new.',
                'Rien n’a été approuvé avant : tout est nouveau.',
              )}
            </p>
          ) : (
            <Changes difference={difference} />
          )
        }
      </Loaded>
    </Section>
  )
}

const Changes = ({ difference }: { difference: ReviewDifference }) => {
  const say = useSay()
  const { services, scopes, purposes, name, answers } = difference
  const listed = <Value extends string>(
    { added, removed }: { added: string[]; removed: string[] },
    nameOf: (value: Value) => string,
  ) => [
    ...added.map((one) => ({ field: nameOf(one as Value), before: '–', after: say('Added', 'Ajouté') })),
    ...removed.map((one) => ({
      field: nameOf(one as Value),
      before: say('Approved', 'Approuvé'),
      after: say('Removed', 'Retiré'),
    })),
  ]
  const rows = [
    ...listed<ServiceName>(services, (one) => serviceName(say, one)),
    ...listed<Scope>(scopes, (one) => scopeName(say, one)),
    ...listed<Purpose>(purposes, (one) => purposeName(say, one)),
    ...(name.before === name.after
      ? []
      : [{ field: say('Name', 'Nom'), before: name.before ?? '–', after: name.after }]),
    ...answers.map(({ answer, before, after }) => ({
      field: answerName(say, answer),
      before: before ?? '–',
      after: after ?? '–',
    })),
  ]
  if (rows.length === 0) return <p>{say('Nothing has changed.', 'Rien n’a changé.')}</p>
  return (
    <Records
      caption={say('Changes', 'Modifications')}
      rows={rows}
      keyOf={({ field }) => field}
      columns={[
        { label: say('Field', 'Champ'), cell: ({ field }) => field },
        { label: say('Before', 'Avant'), cell: ({ before }) => <bdi>{before}</bdi> },
        { label: say('Now', 'Maintenant'), cell: ({ after }) => <bdi>{after}</bdi> },
      ]}
    />
  )
}
