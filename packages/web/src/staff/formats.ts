import type { MoneyAmount } from '@nani/contract/console'
import { type Language, useLanguage } from './language.tsx'

const locales: Record<Language, string> = { fr: 'fr-CD', en: 'en-GB' }

/** Times are shown in the time zone of the browser. The exact time in UTC is in the title. */
export const useFormats = () => {
  const { language } = useLanguage()
  const locale = locales[language]
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(locale)
  return {
    time: (iso: string) => time.format(new Date(iso)),
    date: (iso: string) => date.format(new Date(iso)),
    /** The day of a time in seconds, in UTC. */
    shortDay: (seconds: number) => day.format(new Date(seconds * 1_000)),
    number: (value: number) => number.format(value),
    money: ({ value, currency }: MoneyAmount) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value),
  }
}
