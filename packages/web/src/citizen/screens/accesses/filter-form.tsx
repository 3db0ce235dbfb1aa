import { useState } from 'preact/hooks'
import { useTexts } from '../../app-context.ts'
import { Button } from '../../parts/button.tsx'
import type { Texts } from '../../texts/texts.ts'
import type { Filters } from './filters.ts'

type Properties = { filters: Filters; onFilters: (filters: Filters) => void }

/** Services that never appear in the log have no line here. */
const hiddenServices: readonly string[] = ['aml_screening', 'fraud_reporting', 'kyb_verification']

export const FilterForm = ({ filters, onFilters }: Properties) => {
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
          <TextField name="from" type="date" label={words.from} value={draft.from} onValue={change} />
          <TextField name="to" type="date" label={words.to} value={draft.to} onValue={change} />
        </div>
        <TextField
          name="organization"
          type="search"
          label={words.organization}
          value={draft.organization}
          onValue={change}
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
  name: keyof Filters
  type: 'date' | 'search'
  label: string
  value: string
  onValue: (name: keyof Filters, value: string) => void
}

const TextField = ({ name, type, label, value, onValue }: FieldProperties) => (
  <div class="field">
    <label for={`filter-${name}`}>{label}</label>
    <input
      id={`filter-${name}`}
      {...(type === 'date' ? ({ type } as const) : ({ type } as const))}
      value={value}
      maxLength={100}
      onInput={({ currentTarget }) => onValue(name, currentTarget.value)}
    />
  </div>
)

type ChoiceProperties = {
  name: 'service' | 'purpose'
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
      <option value="">{words.all}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </div>
)
