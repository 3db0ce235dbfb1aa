import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { useChange } from '../../staff/reading.ts'
import { fieldName, shownValue } from './citizen-words.ts'

type Props<Output> = {
  typed: Record<string, unknown>
  button: string
  perform: () => Promise<Output>
  rereads?: readonly string[]
  onChange: () => void
  onDone: (output: Output) => unknown
}

/** Everything that was typed, to be compared with the paper before it is sent. */
export const SecondLook = <Output,>({ typed, button, perform, rereads = [], ...props }: Props<Output>) => {
  const say = useSay()
  const [isCompared, setCompared] = useState(false)
  const check = useRef<HTMLInputElement>(null)
  useEffect(() => check.current?.focus(), [])
  const act = useChange(perform, { rereads, onDone: props.onDone })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    act.mutate(undefined as never)
  }
  return (
    <form className="second-look" onSubmit={submit}>
      <Facts
        facts={Object.entries(typed).map(
          ([field, value]) =>
            [
              fieldName(say, field),
              <bdi key={field} className="compared">
                {shownValue(say, field, value)}
              </bdi>,
            ] as const,
        )}
      />
      <Stack gap="sm">
        <Checkbox
          label={say(
            'I compared every value with the document.',
            'J’ai comparé chaque valeur avec le document.',
          )}
          checked={isCompared}
          onChange={(event) => setCompared(event.currentTarget.checked)}
          required
          ref={check}
        />
        <ErrorNotice error={act.error} />
        <Group>
          <Button type="submit" size="xs" loading={act.isPending}>
            {button}
          </Button>
          <Button size="xs" variant="default" onClick={props.onChange}>
            {say('Change an entry', 'Modifier une saisie')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
