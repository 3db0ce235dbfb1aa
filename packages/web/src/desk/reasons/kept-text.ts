import { useState } from 'react'

/** Texts that were typed and not sent yet, by what they are about. They stay in memory and end with the page. */
const kept = new Map<string, string>()

/** A text that stays when the request fails, when the session ends, and when the person reads another page meanwhile. */
export const useKeptText = (about: string) => {
  const [text, setText] = useState(() => kept.get(about) ?? '')
  const write = (next: string) => {
    kept.set(about, next)
    setText(next)
  }
  const clear = () => {
    kept.delete(about)
    setText('')
  }
  return { text, write, clear }
}

/** Another person who signs in does not see the texts of the first. */
export const forgetKeptTexts = (): void => kept.clear()
