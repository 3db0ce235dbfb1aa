import { createHash } from 'node:crypto'
import { escapeHtml } from './markdown.ts'

export type StartAddresses = { sandbox: string; citizenUrl: string; consoleUrl: string; hasGuides: boolean }

const style = `
:root{--paper:#fdfcfa;--ink:#1f2328;--quiet:#59626b;--line:#e4e0d8;--accent:#0b6e66;--panel:#1d2327;--panel-ink:#e6e9ec}
@media(prefers-color-scheme:dark){:root{--paper:#15181b;--ink:#e3e6e8;--quiet:#98a2ab;--line:#2c3237;--accent:#5ec8bd;--panel:#0e1113}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:58rem;margin:0 auto;padding:clamp(2rem,8vh,6rem) 1.5rem 3rem}
h1{font-size:clamp(2.4rem,7vw,4rem);line-height:1.05;letter-spacing:-.03em;margin:0 0 1rem;text-wrap:balance}
.lead{font-size:1.25rem;color:var(--quiet);max-width:42rem;margin:0 0 2rem}
pre{margin:0 0 2.5rem;padding:1rem 1.2rem;background:var(--panel);color:var(--panel-ink);border-radius:8px;overflow-x:auto;font:.9rem/1.5 ui-monospace,Menlo,Consolas,monospace}
ul{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:0 2.5rem}
li{border-top:1px solid var(--line);padding:1rem 0}
a{color:var(--accent);font-weight:650;text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
li p{margin:.2rem 0 0;color:var(--quiet);font-size:.95rem}
footer{margin-top:3rem;color:var(--quiet);font-size:.9rem}
`

type Place = { href: string; title: string; text: string }

const ofOneMachine = new Set(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::]'])
const isOfOneMachine = (url: string): boolean => ofOneMachine.has(new URL(url).hostname)

/** Without the guides that were not built. An address that was not set leads nowhere from a public sandbox. */
const placesOf = (addresses: StartAddresses): Place[] => {
  const isPublic = !isOfOneMachine(addresses.sandbox)
  return allPlaces(addresses).filter(({ href }) =>
    href.startsWith('/') ? href !== '/guides/' || addresses.hasGuides : !isPublic || !isOfOneMachine(href),
  )
}

const allPlaces = ({ citizenUrl, consoleUrl }: StartAddresses): Place[] => [
  { href: '/docs', title: 'Reference', text: 'Every call with its fields and codes, in five languages.' },
  {
    href: '/guides/',
    title: 'Guides',
    text: 'Sign-in, receipts, webhooks, screening, and how to operate an installation.',
  },
  {
    href: '/sandbox/scenarios',
    title: 'Test identities',
    text: 'The invented people of this sandbox, and the results that each one gives.',
  },
  {
    href: consoleUrl,
    title: 'Console',
    text: 'For an organization: members, keys, webhooks, the log of calls and invoices.',
  },
  {
    href: citizenUrl,
    title: 'Citizen’s app',
    text: 'Where a citizen approves a sign-in and sees who read their data.',
  },
  { href: '/openapi.json', title: 'OpenAPI', text: 'The reference for machines.' },
]

/** The first page of a sandbox: what this is, and where to go. It loads and runs nothing. */
export const startPage = (addresses: StartAddresses): { html: string; contentSecurityPolicy: string } => {
  const places = placesOf(addresses).map(
    ({ href, title, text }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a><p>${escapeHtml(text)}</p></li>`,
  )
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Nani: the sandbox</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>Who is it?</h1>
<p class="lead">Nani answers from the national register. A bank, a shop or a ministry learns what it was granted, and no more. Every call is signed, encrypted, charged and audited. This is its sandbox: all people here are invented.</p>
<pre tabindex="0"><code>npx nani kyc COD-0000-0000-0001</code></pre>
<nav aria-label="Places"><ul>${places.join('')}</ul></nav>
<footer>Nani means “who?” in Lingala and in Swahili.</footer>
</main>
</body>
</html>
`
  const hash = createHash('sha256').update(style).digest('base64')
  const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, contentSecurityPolicy }
}
