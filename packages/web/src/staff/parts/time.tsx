import { useFormats } from '../formats.ts'

export const Time = ({ at }: { at: string | null | undefined }) => {
  const { time } = useFormats()
  return at ? (
    <time dateTime={at} title={at}>
      {time(at)}
    </time>
  ) : (
    '–'
  )
}
