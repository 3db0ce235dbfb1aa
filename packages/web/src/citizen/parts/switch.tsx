import { useId } from 'preact/hooks'

type Properties = { label: string; text: string; isOn: boolean; onChange: (isOn: boolean) => void }

export const Switch = ({ label, text, isOn, onChange }: Properties) => {
  const id = useId()
  return (
    <div class="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={`${id}-text`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      <p class="quiet" id={`${id}-text`}>
        {text}
      </p>
    </div>
  )
}
