import { TextInput } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { typedNumber } from '../../staff/typed-number.ts'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The person tried to send the form. Before, an empty field has no error. */
  isTried: boolean
}

/** An amount of money. It shows an error where the typed text has no single meaning. */
export const AmountField = ({ label, value, onChange, isTried }: Props) => {
  const say = useSay()
  const isWrong = (isTried || value.trim() !== '') && typedNumber(value) === null
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={
        isWrong
          ? say(
              'Write an amount, for example 10 000 or 12.50. Separate thousands with a space.',
              'Écrivez un montant, par exemple 10 000 ou 12,50. Séparez les milliers par une espace.',
            )
          : null
      }
      required
    />
  )
}
