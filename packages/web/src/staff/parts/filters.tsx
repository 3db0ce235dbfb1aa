import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useSay } from '../language.tsx'
import type { Filters } from '../reading.ts'

export type FilterField = {
  name: string
  label: string
  type?: 'text' | 'date' | 'datetime-local'
  options?: readonly { value: string; label: string }[]
}

/** The filters of a page are in its address, so that a link shows the same. */
export const useFilters = (fields: readonly FilterField[]): Filters => {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  return Object.fromEntries(
    fields.map(({ name }) => [name, search[name] === undefined ? undefined : String(search[name])]),
  )
}

export const FilterBar = ({ fields, filters }: { fields: readonly FilterField[]; filters: Filters }) => {
  const say = useSay()
  const navigate = useNavigate()
  const apply = (values: Filters) => navigate({ to: '.', search: values as never, replace: true })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    void apply(
      Object.fromEntries(fields.map(({ name }) => [name, String(given.get(name) ?? '') || undefined])),
    )
  }
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <form className="filters" onSubmit={submit} key={JSON.stringify(filters)}>
      {fields.map(({ name, label, type = 'text', options }) =>
        options ? (
          <NativeSelect
            key={name}
            name={name}
            label={label}
            size="xs"
            defaultValue={filters[name] ?? ''}
            data={[{ value: '', label: say('All', 'Tous') }, ...options]}
          />
        ) : (
          <TextInput
            key={name}
            name={name}
            label={label}
            type={type}
            size="xs"
            defaultValue={filters[name] ?? ''}
          />
        ),
      )}
      <Button size="xs" type="submit" variant="default">
        {say('Filter', 'Filtrer')}
      </Button>
      {isFiltered ? (
        <Button size="xs" variant="subtle" onClick={() => void apply({})}>
          {say('Clear', 'Effacer')}
        </Button>
      ) : null}
    </form>
  )
}
