import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useSay } from '../../staff/language.tsx'

export type Values = { name: string; rccm: string }
type Props = {
  values: Values
  onEdit: (part: Partial<Values>) => void
  submitLabel: string
  isBusy: boolean
  children?: ReactNode
  onSubmit: () => void
}

export const OrganizationForm = ({ values, onEdit, submitLabel, isBusy, children, onSubmit }: Props) => {
  const say = useSay()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} className="form">
      <Stack gap="sm">
        <TextInput
          label={say('Name', 'Nom')}
          name="name"
          maxLength={200}
          required
          value={values.name}
          onChange={(event) => onEdit({ name: event.currentTarget.value })}
        />
        <TextInput
          label={say('RCCM number', 'Numéro RCCM')}
          description={say(
            'As in the trade register, for example CD/KNG/RCCM/00-B-00001.',
            'Comme au registre du commerce, par exemple CD/KNG/RCCM/00-B-00001.',
          )}
          name="rccm"
          maxLength={60}
          required
          autoComplete="off"
          value={values.rccm}
          onChange={(event) => onEdit({ rccm: event.currentTarget.value })}
        />
        {children}
        <Group>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
