import '../areas.css'
import { Button, Stack, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiError } from '../../staff/api-error.ts'
import { useSay } from '../../staff/language.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { isOfEarlierState, useReportChanged } from './changed-act.tsx'
import { useKeptText } from './kept-text.ts'

type Props<Output> = {
  /** The act, and the object or the proposal that the person reads. A reason about another one is written again. */
  about: string
  /** The label of the text. Null: the act has no text. */
  label: string | null
  button: ReactNode
  isDangerous?: boolean
  isOptional?: boolean
  maxLength?: number
  /** Fields above the text. */
  children?: ReactNode
  note?: ReactNode
  /** Whether the fields above the text are complete. They show their own errors. */
  isComplete?: () => boolean
  perform: (text: string) => Promise<Output>
  rereads?: readonly string[]
  onDone?: (output: Output) => unknown
  /** The sentence after the act. */
  done?: (output: Output) => ReactNode
}

const maxReason = 2_000

/** A form with the reason of an act, next to what the act is about. The text stays until the act has succeeded. */
export const ReasonedAct = <Output,>(props: Props<Output>) => (
  // Another object has its own text and its own answer.
  <OneAct key={props.about} {...props} />
)

const OneAct = <Output,>(props: Props<Output>) => {
  const { about, label, button, isDangerous, isOptional, children, note, perform, rereads = [] } = props
  const say = useSay()
  const { text, write, clear } = useKeptText(about)
  const [isMissing, setMissing] = useState(false)
  const reportChanged = useReportChanged()
  const act = useChange(perform, {
    rereads,
    isEarlierState: isOfEarlierState,
    onEarlierState: (error) => reportChanged({ error: error as ApiError, text }),
    async onDone(output) {
      reportChanged(null)
      clear()
      await props.onDone?.(output)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isEmpty = label !== null && !isOptional && text.trim() === ''
    setMissing(isEmpty)
    const isComplete = props.isComplete?.() ?? true
    if (!isEmpty && isComplete) act.mutate(text.trim())
  }
  return (
    <form onSubmit={submit} className="form" noValidate>
      <Stack gap="sm">
        {children}
        {label === null ? null : (
          <Textarea
            label={label}
            description={note}
            rows={2}
            required={!isOptional}
            maxLength={props.maxLength ?? maxReason}
            value={text}
            error={
              isMissing && text.trim() === ''
                ? say('Write it before you continue.', 'Écrivez-le avant de continuer.')
                : null
            }
            onChange={(event) => write(event.currentTarget.value)}
          />
        )}
        <ErrorNotice error={isOfEarlierState(act.error) ? null : act.error} />
        {act.data !== undefined && props.done ? <Done>{props.done(act.data)}</Done> : null}
        <div>
          <Button
            type="submit"
            size="xs"
            loading={act.isPending}
            {...(isDangerous && { color: 'red', variant: 'light' })}
          >
            {button}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
