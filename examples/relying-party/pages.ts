const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>body{font:17px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}pre{overflow:auto;background:#f2f4f7;padding:1rem}a.button{display:inline-block;padding:.7rem 1.2rem;background:#0b4f9e;color:#fff;text-decoration:none;border-radius:.4rem}</style>
<h1>${escaped(title)}</h1>${body}</html>`

export const homePage = (): string =>
  page(
    'Boutique Mosaka',
    `<p><a class="button" href="/sign-in">Sign in with your national identity</a></p>
<p>This is the sandbox. Enter <code>COD-0000-0000-0001</code>. The person approves after two seconds.
<code>COD-0000-0000-0014</code> declines.</p>`,
  )

const shown = (value: unknown): string => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`
const back = '<p><a href="/">Back to the shop</a></p>'

export const claimsPage = (claims: Record<string, unknown>, info: Record<string, unknown>): string =>
  page(
    `Welcome, ${String(claims.given_name ?? 'citizen')}`,
    `<form method="post" action="/score"><p>The citizen agreed to a credit score. <button>Ask for the score</button></p></form>
<h2>The id_token</h2>${shown(claims)}<h2>Userinfo</h2>${shown(info)}${back}`,
  )

type Score = { score: number; band: string; probability_of_default: number }

export const scorePage = (score: Score): string =>
  page(
    `The credit score is ${score.score}`,
    `<p>Band: ${escaped(score.band)}. Probability of default: ${score.probability_of_default}.</p>${shown(score)}${back}`,
  )

export const problemPage = (problem: string): string =>
  page('This did not work', `<p>${escaped(problem)}</p>${back}`)
