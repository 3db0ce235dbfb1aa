import type { Installation } from '../../../organizations/organizations/index.ts'
import { type Html, html } from './html.ts'
import type { Texts } from './texts/texts.ts'

/** Where the pages have the logo of the installation. */
export const installationFolder = '/sign-in/installation'

/** The name of the installation and its logo, which is next to the name and is not read aloud. */
export const brand = ({ name, logo }: Installation): Html =>
  html`<p class="brand">${logo && html`<img src="${installationFolder}/${logo.file}" alt="" width="32" height="32">`}${name}</p>`

/** They open in another tab, so that the sign-in stays. */
export const linksOf = ({ helpUrl, privacyUrl }: Installation, { help, privacy }: Texts): Html | null => {
  const links = [
    [helpUrl, help],
    [privacyUrl, privacy],
  ] as const
  if (links.every(([url]) => url === null)) return null
  return html`<ul class="links">${links.map(
    ([url, text]) =>
      url !== null && html`<li><a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a></li>`,
  )}</ul>`
}
