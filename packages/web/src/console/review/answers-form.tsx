import { Button, Stack, Textarea } from '@mantine/core'
import type { Review, ReviewAnswer } from '@nani/contract/console'
import type { FormEvent } from 'react'
import { useDraft } from '../../staff/draft.ts'
import { useSay } from '../../staff/language.tsx'
import { ChangedMeanwhile } from '../../staff/parts/changed-meanwhile.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { answerName } from '../../staff/review-words.ts'
import { send } from '../../staff/send.ts'

const maxText = 5_000
const always: readonly ReviewAnswer[] = [
  'purpose_description',
  'legal_basis',
  'data_protection_contact',
  'retention',
  'security_measures',
]

/** The questions of every review, those that the server still misses, and those that have an answer. */
const questionsOf = ({ missing, answers, services }: Review): ReviewAnswer[] => {
  const asked = missing
    .filter((field) => field.startsWith('answers.'))
    .map((field) => field.slice('answers.'.length))
  const answered = Object.keys(answers)
  const ofServices = [
    ...(services.includes('face_recognition') ? ['face_recognition_use'] : []),
    ...(services.includes('credit_scoring') ? ['credit_scoring_use'] : []),
  ]
  return [...new Set([...always, ...ofServices, ...asked, ...answered])] as ReviewAnswer[]
}

type Answers = Partial<Record<ReviewAnswer, string>>
const answersOf = ({ answers }: Review): Answers => answers

/** An answer that is empty is not sent: a dossier keeps the answer before. */
const given = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, text]) => text.trim() !== ''))

type Props = { review: Review; path: string; isEditable: boolean }

export const AnswersForm = ({ review, path, isEditable }: Props) => {
  const say = useSay()
  const { draft, edit, theirs, attempt, accept } = useDraft(review, answersOf)
  const questions = questionsOf(review)
  const save = useChange(
    () =>
      attempt(({ changed }, version) =>
        send<Review>('PATCH', path, { body: { answers: given(changed) }, version }),
      ),
    { rereads: [path] },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <Section title={say('Questions', 'Questions')}>
      <form onSubmit={submit} className="form">
        <Stack gap="md">
          {questions.map((name) => (
            <Textarea
              key={name}
              label={answerName(say, name)}
              name={name}
              rows={3}
              maxLength={maxText}
              readOnly={!isEditable}
              value={draft[name] ?? ''}
              onChange={(event) => edit({ [name]: event.currentTarget.value })}
            />
          ))}
          <ChangedMeanwhile
            theirs={theirs?.answers ?? null}
            fields={questions.map((name) => [name, answerName(say, name)])}
            onAccept={accept}
          />
          <ErrorNotice error={save.error} />
          {save.data ? <Done>{say('Saved.', 'Enregistré.')}</Done> : null}
          {isEditable ? (
            <div>
              <Button type="submit" loading={save.isPending}>
                {say('Save', 'Enregistrer')}
              </Button>
            </div>
          ) : null}
        </Stack>
      </form>
    </Section>
  )
}
