import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scenes } from './desk-scenes.ts'

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
