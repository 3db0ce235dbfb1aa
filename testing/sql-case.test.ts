import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sqlTextsOf } from './sql-texts.ts'

const root = join(import.meta.dirname, '..')

const keywords =
  /\b(?:SELECT|INSERT|INTO|UPDATE|DELETE|FROM|WHERE|VALUES|RETURNING|CONFLICT|JOIN|USING|WITH|UNION|GROUP BY|ORDER BY|LIMIT|CREATE|ALTER|DROP|TRUNCATE|EXCLUDED|COALESCE|AND|OR|NOT|NULL|CASE|WHEN|THEN|ELSE|SET)\b/g

/** The keywords in capitals of the SQL texts of a file. Quoted values keep their case. */
const capitalsOf = (path: string, source: string): string[] =>
  sqlTextsOf(path, source).flatMap(({ line, text }) => {
    const isStatement = /\b(?:select|insert|update|delete|create|alter|drop|truncate|with)\b/i.test(text)
    const found = isStatement ? text.replace(/'[^']*'|\$\$.*?\$\$/g, '').match(keywords) : null
    return found ? [`${path}:${line}: ${[...new Set(found)].join(', ')}`] : []
  })

test('the keywords of SQL are in lower case', () => {
  const paths = globSync(['{packages,bench,acceptance,testing}/**/*.ts'], {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|\.[^/]+)$/.test(name),
  }).filter((path) => !path.endsWith('sql-case.test.ts'))
  expect(paths.length).toBeGreaterThan(500)
  expect(paths.flatMap((path) => capitalsOf(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test('a keyword in capitals is found, and a value in capitals is not', () => {
  expect(capitalsOf('a.ts', 'query(`select * FROM citizens`)')).toHaveLength(1)
  expect(capitalsOf('a.ts', "query('INSERT INTO citizens VALUES ($1)')")).toHaveLength(1)
  expect(capitalsOf('a.ts', 'query("select * from lists where kind = \'FROM\'")')).toEqual([])
  expect(capitalsOf('a.ts', "log('Taken FROM the register')")).toEqual([])
})
