import type { ShownApplication } from '../../../services/sign-in/index.ts'
import { type Html, html } from './html.ts'

/** The first letters of the first two words of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('fr') ?? '')
    .join('')

/** Where the pages have the logos of applications. */
export const logoFolder = '/sign-in/logos'

/** The logo of an application, or the initials of its name. It is next to the name, so that it is not read aloud. */
export const applicationMark = ({ name, logoFile }: ShownApplication): Html | null => {
  if (logoFile !== null)
    return html`<img class="mark" src="${logoFolder}/${logoFile}" alt="" width="44" height="44">`
  const initials = initialsOf(name)
  return initials === '' ? null : html`<span class="mark" aria-hidden="true">${initials}</span>`
}
