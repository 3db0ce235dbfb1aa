import { useState } from 'preact/hooks'
import { useTexts } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import type { Texts } from '../../texts/texts.ts'
import type { Filters } from './filters.ts'

type Properties = {
  filters: Filters
  /** The organizations that the log has shown so far. */
  organizations: readonly string[]
  onFilters: (filters: Filters) => void
}

/** Services that never appear in the log have no line here. */
const hiddenServices: readonly string[] = ['aml_screening', 'fraud_reporting', 'kyb_verification']

export const FilterForm = ({ filters, organizations, onFilters }: Properties) => {
  const texts = useTexts()
  const words = texts.accesses
  const [draft, setDraft] = useState(filters)
  const change = (name: keyof Filters, value: string) => setDraft({ ...draft, [name]: value })
  const services = Object.entries(texts.services).filter(([name]) => !hiddenServices.includes(name))
  return (
    <details class="filters">
      <summary>{words.filters}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onFilters(draft)
        }}
      >
        <div class="two">
          <DateField name="from" label={words.from} value={draft.from} onValue={change} />
          <DateField name="to" label={words.to} value={draft.to} onValue={change} />
        </div>
        <Choice
          name="organization"
          label={words.organization}
          options={organizations.map((name) => [name, name])}
          {...{ draft, change, words }}
        />
        <Choice name="service" label={words.service} options={services} {...{ draft, change, words }} />
        <Choice
          name="purpose"
          label={words.purpose}
          options={Object.entries(texts.purposes)}
          {...{ draft, change, words }}
        />
        <Button kind="equal" type="submit">
          {words.apply}
        </Button>
      </form>
    </details>
  )
}

type FieldProperties = {
  name: 'from' | 'to'
  label: string
  value: string
  onValue: (name: keyof Filters, value: string) => void
}

const DateField = ({ name, label, value, onValue }: FieldProperties) => (
  <div class="field">
    <label for={`filter-${name}`}>{label}</label>
    <input
      id={`filter-${name}`}
      type="date"
      value={value}
      onInput={({ currentTarget }) => onValue(name, currentTarget.value)}
    />
  </div>
)

type ChoiceProperties = {
  name: 'organization' | 'service' | 'purpose'
  label: string
  options: [value: string, text: string][]
  draft: Filters
  change: (name: keyof Filters, value: string) => void
  words: Texts['accesses']
}

const Choice = ({ name, label, options, draft, change, words }: ChoiceProperties) => (
  <div class="field">
    <label for={`filter-${name}`}>{label}</label>
    <select
      id={`filter-${name}`}
      value={draft[name]}
      onChange={({ currentTarget }) => change(name, currentTarget.value)}
    >
      <option value="">{words.all[name]}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </div>
)
