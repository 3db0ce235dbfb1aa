import { TextInput } from '@mantine/core'

/** The form of an amount: digits, and at most two decimals after a comma or a point. */
export const amountOf = (given: unknown): number =>
  Number(String(given).replace(',', '.').replaceAll(' ', ''))

export const AmountField = ({
  label,
  currency,
  initial,
}: {
  label: string
  currency: string
  initial?: number
}) => (
  <TextInput
    label={`${label} (${currency})`}
    name="amount"
    inputMode="decimal"
    pattern="\d{1,9}([.,]\d{1,2})?"
    required
    autoComplete="off"
    defaultValue={initial ?? ''}
  />
)
