import { Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

type Props<Value extends string> = {
  label: string
  about?: ReactNode
  values: readonly Value[]
  chosen: readonly Value[]
  nameOf: (value: Value) => string
  noteOf?: (value: Value) => string | undefined
  isDisabled?: (value: Value) => boolean
  onChange: (chosen: Value[]) => void
}

/** Several values of a list, each with a check box. */
export const Choices = <Value extends string>(props: Props<Value>) => {
  const { label, about, values, chosen, nameOf, noteOf, isDisabled, onChange } = props
  const toggle = (value: Value, isChosen: boolean) =>
    onChange(values.filter((one) => (one === value ? isChosen : chosen.includes(one))))
  return (
    <fieldset className="choices">
      <legend>{label}</legend>
      {about ? <div className="quiet">{about}</div> : null}
      <Stack gap="xs">
        {values.map((value) => (
          <Checkbox
            key={value}
            label={nameOf(value)}
            description={noteOf?.(value)}
            checked={chosen.includes(value)}
            disabled={isDisabled?.(value) ?? false}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </fieldset>
  )
}
