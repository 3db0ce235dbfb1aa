import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostile } from './console-data.ts'
import { scenes } from './console-scenes.ts'
import { withHostileTexts } from './hostile-answers.ts'

const source = readFileSync(join(import.meta.dirname, '../../src/console/router.tsx'), 'utf8')
const shortened: Record<string, string> = {
  o: '/organizations/$organizationId',
  a: '/organizations/$organizationId/applications/$applicationId',
}
/** The paths of the router, as patterns of addresses. */
const routes = [...source.matchAll(/\b(?:entrance|page)\(\s*(?:`([^`]+)`|'([^']+)'|(\w+)),/g)].map(
  ([, template = '', text = '', name = '']) =>
    template.replace(/\$\{(\w)\}/g, (_, one) => shortened[one] ?? '') + text + (shortened[name] ?? ''),
)
const patternOf = (route: string): RegExp => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`)
const paths = scenes.map(({ path }) => path.split('?')[0] ?? '')

test('each page of the console has a scene, so that it has pictures and is checked by axe', () => {
  expect(routes.length).toBeGreaterThan(25)
  expect(routes.filter((route) => !paths.some((path) => patternOf(route).test(path)))).toEqual([])
})

test('each page that lists something has a scene in which the list is empty', () => {
  const lists = Object.entries(scenes[0]?.answers ?? {}).filter(
    ([, answer]) => typeof answer !== 'function' && (answer.body as { object?: string }).object === 'list',
  )
  const isEmptySomewhere = (call: string) =>
    scenes.some(({ name, answers }) => {
      const answer = answers[call]
      return (
        /-(?:empty|new)$/.test(name) &&
        typeof answer === 'object' &&
        (answer.body as { data: unknown[] }).data.length === 0
      )
    })
  expect(lists.length).toBeGreaterThan(15)
  expect(lists.map(([call]) => call).filter((call) => !isEmptySomewhere(call))).toEqual([])
})

test('the hostile answers have the text of a stranger in every field of people and callers', () => {
  const scene = scenes.find(({ name }) => name === 'organization')
  const answers = withHostileTexts(scene?.answers ?? {})
  const bodyOf = (end: string): unknown =>
    Object.entries(answers).flatMap(([call, answer]) =>
      call.endsWith(end) && typeof answer === 'object' ? [answer.body] : [],
    )[0]
  expect(bodyOf('GET /me')).toMatchObject({
    ...{ name: hostile, email: hostile, organizations: [{ name: hostile }, { name: hostile }] },
    second_factor: { passkeys: [{ name: hostile }] },
  })
  expect(bodyOf('/requests/log_1')).toMatchObject({ path: hostile, address: hostile, error: hostile })
  expect(bodyOf('/webhook')).toMatchObject({ url: hostile })
  expect(bodyOf('/reviews/rev_1')).toMatchObject({
    files: [{ name: hostile }],
    messages: [{ text: hostile }, { text: hostile }],
  })
})
