import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useSay } from '../../staff/language.tsx'

type Values = { name: string; rccm: string }
type Props = {
  initial?: Partial<Values>
  submitLabel: string
  isBusy: boolean
  children?: ReactNode
  onSubmit: (values: Values) => void
}

export const OrganizationForm = ({ initial = {}, submitLabel, isBusy, children, onSubmit }: Props) => {
  const say = useSay()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    onSubmit({ name: String(given.get('name')).trim(), rccm: String(given.get('rccm')).trim() })
  }
  return (
    <form onSubmit={submit} className="form">
      <Stack gap="sm">
        <TextInput
          label={say('Name', 'Nom')}
          name="name"
          maxLength={200}
          required
          defaultValue={initial.name ?? ''}
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
          defaultValue={initial.rccm ?? ''}
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
