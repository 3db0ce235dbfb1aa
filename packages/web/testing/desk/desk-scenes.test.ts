import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { StaffScene } from '../staff/staff-scene.ts'
import { scenes } from './desk-scenes.ts'
import { fieldsOf, strangerFields, textsAt } from './stranger-fields.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../src/desk', file), 'utf8')
/** The paths of the router, as patterns of addresses. */
const routes = ['router.tsx', 'area-pages.ts'].flatMap((file) =>
  [...read(file).matchAll(/(?:\[\s*|path: )'(\/[^']*)'/g)].map(([, path = '']) => path),
)
const patternOf = (route: string): RegExp => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`)
const paths = scenes.map(({ path }) => path.split(/[?#]/)[0] ?? '')

test('each page of the desk has a scene, so that it has pictures and is checked by axe', () => {
  expect(routes.length).toBeGreaterThan(20)
  expect(routes.filter((route) => !paths.some((path) => patternOf(route).test(path)))).toEqual([])
})

/** What an auditor does not open: pages of acts alone, and those that every person has alike. */
const notOfAuditors = ['/citizens/new', '/consents', '/account', '/sign-in', '/enrolment']
const rolesOf = ({ answers }: StaffScene): string[] => {
  const answer = answers['GET /me']
  return typeof answer === 'object' ? ((answer.body as { roles?: string[] }).roles ?? []) : []
}

test('each page that an auditor opens has a scene of an auditor', () => {
  const ofAuditors = scenes
    .filter((scene) => rolesOf(scene).join() === 'auditor')
    .map(({ path }) => path.split(/[?#]/)[0] ?? '')
  const expected = routes.filter((route) => !notOfAuditors.includes(route))
  expect(expected.length).toBeGreaterThan(15)
  expect(expected.filter((route) => !ofAuditors.some((path) => patternOf(route).test(path)))).toEqual([])
})

test('each field with the text of a stranger is in the answer of a scene, so that a hostile text is shown in it', () => {
  const answers = scenes.flatMap(({ answers: given }) => Object.entries(given))
  const unseen = Object.entries(strangerFields).flatMap(([pattern, fields]) => {
    const own = answers.filter(([call]) => fieldsOf(call) === fields)
    return fields.flatMap((field) => {
      const texts = own.reduce(
        (sum, [, answer]) => sum + (typeof answer === 'function' ? 0 : textsAt(answer.body, field)),
        0,
      )
      return texts === 0 ? [`${pattern}: ${field}`] : []
    })
  })
  expect(unseen).toEqual([])
})
