import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useTexts } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Refusal } from '../../parts/notice.tsx'
import { Screen } from '../../parts/screen.tsx'

type Properties = {
  clock: ComponentChildren
  isBusy: boolean
  failed: string | null
  back: () => void
  send: (number: number) => void
}

/** The citizen types the number of the page, which the app does not know. The field has the focus. */
export const NumberStep = ({ clock, isBusy, failed, back, send }: Properties) => {
  const { approval, shell } = useTexts()
  const [number, setNumber] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Screen key="number" title={approval.numberTitle} back={back} isFirst>
      {clock}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send(Number(number))
        }}
      >
        <p id="number-text">{approval.numberText}</p>
        <Refusal code={failed} />
        <div class="field">
          <label for="shown-number">{shell.quietLabel}</label>
          <input
            id="shown-number"
            ref={field}
            class="code shown-number"
            required
            inputMode="numeric"
            autoComplete="off"
            pattern="[1-9][0-9]"
            maxLength={2}
            aria-describedby="number-text"
            value={number}
            onInput={({ currentTarget }) => setNumber(currentTarget.value.replace(/\D/g, ''))}
          />
        </div>
        <Button type="submit" isBusy={isBusy}>
          {shell.continue}
        </Button>
      </form>
    </Screen>
  )
}
