import { Button, Stack, Textarea } from '@mantine/core'
import type { Review } from '@nani/contract/console'
import type { FormEvent } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'

const maxText = 5_000

type Props = { review: Review; path: string; isOpen: boolean }

export const MessagesSection = ({ review: { messages }, path, isOpen }: Props) => {
  const say = useSay()
  const write = useChange((text: string) => send('POST', `${path}/messages`, { body: { text } }), {
    rereads: [path],
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    write.mutate(String(new FormData(form).get('text')).trim(), { onSuccess: () => form.reset() })
  }
  return (
    <Section title={say('Messages', 'Messages')}>
      {messages.length === 0 ? <Empty title={say('No message', 'Aucun message')} /> : null}
      <ul className="messages">
        {messages.map(({ id, from, text, created_at }) => (
          <li key={id}>
            <strong>
              {from === 'reviewer'
                ? say('Reviewer', 'Réviseur')
                : say('Your organization', 'Votre organisation')}
            </strong>{' '}
            · <Time at={created_at} />
            <br />
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {isOpen ? (
        <form onSubmit={submit} className="form">
          <Stack gap="sm">
            <Textarea
              label={say('Message to the reviewer', 'Message au réviseur')}
              name="text"
              rows={3}
              required
              maxLength={maxText}
            />
            <ErrorNotice error={write.error} />
            <div>
              <Button type="submit" variant="default" loading={write.isPending}>
                {say('Send', 'Envoyer')}
              </Button>
            </div>
          </Stack>
        </form>
      ) : null}
    </Section>
  )
}
