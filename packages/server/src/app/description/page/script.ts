/**
 * The script of the reference page: the search, the copy buttons, and one language for all examples. It loads nothing,
 * and the page can be read without it.
 */
export const script = `
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

for (const pre of document.querySelectorAll('pre')) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  button.setAttribute('aria-label', 'Copy the code')
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(pre)
      button.textContent = 'Press Ctrl C'
    }
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
  const box = make('div', { className: 'code' })
  pre.before(box)
  box.append(pre, button)
}

const languageKey = 'nani-language'
const openLanguage = (language) => {
  for (const one of document.querySelectorAll('.calls')) {
    const wanted = one.querySelector('[data-language="' + language + '"]')
    if (wanted) for (const each of one.querySelectorAll('details')) each.open = each === wanted
  }
}
for (const summary of document.querySelectorAll('.calls summary'))
  summary.addEventListener('click', (event) => {
    event.preventDefault()
    const { top } = summary.getBoundingClientRect()
    openLanguage(summary.textContent)
    scrollBy(0, summary.getBoundingClientRect().top - top)
    try { localStorage.setItem(languageKey, summary.textContent) } catch {}
  })
try {
  const chosen = localStorage.getItem(languageKey)
  if (chosen) openLanguage(chosen)
} catch {}

const textBelow = (heading) => {
  let text = ''
  for (let next = heading.nextElementSibling; next && next.tagName !== 'H2'; next = next.nextElementSibling) text += next.textContent
  return text
}
const places = [
  ...[...document.querySelectorAll('section.operation')].map((one) => ({
    id: one.id, title: one.querySelector('h3').textContent, hint: one.querySelector('.route').textContent.trim(), text: one.querySelector('.text').textContent,
  })),
  ...[...document.querySelectorAll('h2[id]')].map((one) => ({
    id: one.id, title: one.textContent, hint: '', text: textBelow(one),
  })),
  ...[...document.querySelectorAll('tr[id]')].map((one) => ({
    id: one.id, title: one.cells[1].textContent, hint: one.cells[0].textContent, text: one.textContent,
  })),
].map((one) => ({ ...one, name: (one.title + ' ' + one.hint).toLowerCase(), text: one.text.toLowerCase() }))

const find = (typed) => {
  const words = typed.toLowerCase().split(/\\s+/).filter(Boolean)
  if (words.length === 0) return []
  const rank = ({ name, text }) =>
    words.every((word) => name.includes(word)) ? 2 : words.every((word) => text.includes(word)) ? 1 : 0
  return places.map((place) => [rank(place), place]).filter(([points]) => points > 0)
    .sort(([one], [other]) => other - one).slice(0, 12).map(([, place]) => place)
}

for (const form of document.querySelectorAll('form.search')) {
  form.hidden = false
  const input = form.querySelector('input')
  const list = form.querySelector('ul')
  const status = form.querySelector('[role=status]')
  const show = () => {
    const found = find(input.value)
    list.replaceChildren(...found.map(({ id, title, hint }) => {
      const link = make('a', { href: '#' + id }, make('span', { textContent: title }), make('small', { textContent: hint }))
      link.addEventListener('click', () => { input.value = ''; show() })
      return make('li', {}, link)
    }))
    status.textContent = input.value.trim() === '' ? '' : found.length === 0 ? 'Nothing was found.' : found.length + ' found'
  }
  input.addEventListener('input', show)
  form.addEventListener('submit', (event) => { event.preventDefault(); list.querySelector('a')?.click() })
}
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input')) return
  const input = [...document.querySelectorAll('form.search input')].find((one) => one.offsetParent)
  if (input) { event.preventDefault(); input.focus() }
})
`
