import type { Declaration } from '../packages/server/src/gateway/acts/index.ts'
import { declaredActs } from './declared-acts.ts'

const head = `# Acts and readings

Everything that a person can do or read is declared once ([acts](../packages/server/src/gateway/acts/README.md)). This page is
made from the declarations by \`npm run docs:acts\`. A test compares it with them. So a change of a permission, an input, a
route or an entry is always a change of this page too.

- **Actors.** The roles of members and operators are in brackets. An act without an actor is open to callers who prove
  themselves in another way.
- **Input.** A field with \`?\` is optional.
- **Routes.** Forms of the desk and lists in its pages use the input of their own routes. \`GET /api/openapi.json\` of the desk has them.
- **Rules.** \`two people\`: one proposes, another one decides. \`second factor\`: it is at most five minutes old. \`no entry\`:
  nothing is written in the log of acts.

| Name | Sentence | Actors | Routes | Input | Rules |
|---|---|---|---|---|---|
`

const actorsOf = ({ actors }: Declaration): string =>
  Object.entries(actors)
    .map(([kind, roles]) => (Array.isArray(roles) ? `${kind} (${roles.join(', ')})` : kind))
    .join('; ')

const routesOf = ({ routes }: Declaration): string =>
  Object.entries(routes)
    .map(([surface, route]) => `${surface} \`${route}\``)
    .join('; ')

type ObjectSchema = { properties?: Record<string, object>; required?: readonly string[] }

const inputOf = ({ input }: Declaration): string => {
  const { properties = {}, required = [] } = input as ObjectSchema
  return Object.keys(properties)
    .map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``)
    .join(', ')
}

const rulesOf = ({ secondPerson, stepUp, recorded }: Declaration): string =>
  [secondPerson && 'two people', stepUp && 'second factor', !recorded && 'no entry']
    .filter(Boolean)
    .join(', ')

const rowOf = (declaration: Declaration): string =>
  [
    `\`${declaration.name}\``,
    declaration.sentence.en,
    actorsOf(declaration),
    routesOf(declaration),
    inputOf(declaration),
    rulesOf(declaration),
  ]
    .map((cell) => cell.replaceAll('|', '\\|'))
    .join(' | ')

/** docs/acts.md: one row for each act and reading. */
export const actsPage = async (): Promise<string> =>
  `${head}${(await declaredActs()).map(({ declaration }) => `| ${rowOf(declaration)} |\n`).join('')}`
