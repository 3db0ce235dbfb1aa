import type { FastifyReply } from 'fastify'
import type { Installation } from '../../../organizations/organizations/index.ts'
import { type Html, html } from './html.ts'
import { brand, linksOf } from './installation.ts'
import { type Language, languages } from './texts/choose-texts.ts'

export type Page = {
  language: Language
  installation: Installation
  title: string
  body: Html
  /** Seconds after which a browser without script loads the page again. */
  refreshSeconds?: number
  /** The script waits for the answer at this address. */
  follows?: string
  /** The address of the page on its origin, for the choice of the language. */
  path?: string
  /** The origin to which a form of the page may lead. */
  formTarget?: string
  /** The page shows the logo of an application. */
  hasLogo?: boolean
}

export const assetPaths = { style: '/sign-in/assets/style.css', script: '/sign-in/assets/page.js' } as const

/**
 * No script or style in the page, no other origin, no frame around it. Chromium applies `form-action` also to the
 * redirects after a form, so that the application's origin is part of it.
 */
export const contentSecurityPolicy = ({
  formTarget,
  hasLogo,
  installation,
}: Pick<Page, 'formTarget' | 'hasLogo' | 'installation'>): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    ...(hasLogo || installation.logo ? ["img-src 'self'"] : []),
    `form-action 'self'${formTarget ? ` ${formTarget}` : ''}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

export const sendPage = (reply: FastifyReply, status: number, page: Page) =>
  reply
    .code(status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(page),
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
      Vary: 'Accept-Language, Cookie',
    })
    .send(rendered(page))

export const rendered = ({ language, installation, title, body, ...page }: Page): string => {
  const { refreshSeconds, follows, path } = page
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${installation.name}</title>
<link rel="stylesheet" href="${assetPaths.style}">
${refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
${follows !== undefined && html`<script src="${assetPaths.script}" defer></script>`}
</head>
<body${follows !== undefined && html` data-follows="${follows}"`}>
<main>
${brand(installation)}
${body}
${linksOf(installation, languages[language])}
${path !== undefined && languageChoice(language, path)}
</main>
</body>
</html>
`.text
}

/** The same page in another language. */
const inLanguage = (path: string, language: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://page')
  searchParams.set('lang', language)
  return `${pathname}?${searchParams}`
}

const languageChoice = (current: Language, path: string): Html =>
  html`${languages[current].isMachineMade && html`<p class="quiet" lang="fr">Traduction automatique, pas encore relue.</p>`}<nav aria-label="Langue · Language"><ul class="languages">${Object.entries(
    languages,
  ).map(
    ([name, texts]) =>
      html`<li>${
        name === current
          ? html`<span aria-current="true" lang="${name}">${texts.language}</span>`
          : html`<a href="${inLanguage(path, name)}" hreflang="${name}" lang="${name}">${texts.language}</a>`
      }</li>`,
  )}</ul></nav>`
