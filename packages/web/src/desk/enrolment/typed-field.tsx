import { NativeSelect, TextInput } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { fieldName, fieldNote } from './citizen-words.ts'

type Props = {
  field: string
  value: string
  onChange: (field: string, value: string) => void
  type?: 'text' | 'date' | 'email' | 'tel'
  isRequired?: boolean
  maxLength?: number
  options?: readonly { value: string; label: string }[]
}

/** One field of a citizen or of a document, with its name and its note. */
export const TypedField = ({
  field,
  value,
  onChange,
  type = 'text',
  isRequired = false,
  ...props
}: Props) => {
  const say = useSay()
  const shared = { label: fieldName(say, field), name: field, value, required: isRequired }
  return props.options ? (
    <NativeSelect
      {...shared}
      data={[...props.options]}
      onChange={(event) => onChange(field, event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      type={type}
      description={fieldNote(say, field)}
      maxLength={props.maxLength ?? 200}
      autoComplete="off"
      onChange={(event) => onChange(field, event.currentTarget.value)}
    />
  )
}
