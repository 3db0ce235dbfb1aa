import { type Html, html } from './html.ts'

/** The first letters of the first two words of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('fr') ?? '')
    .join('')

/** In the place of a logo, which applications do not have. It repeats the name, so that it is not read aloud. */
export const applicationMark = (name: string): Html | null => {
  const initials = initialsOf(name)
  return initials === '' ? null : html`<span class="mark" aria-hidden="true">${initials}</span>`
}
