import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { resolveSpecifier, type SourceFile } from './imports.ts'
import { isSql } from './sql-texts.ts'

const server = 'packages/server/src/'
const importing = `${server}register/register-import/`
const endAccess = `${server}citizens/citizen-devices/end-access.ts createEndAccess`

/** Declarations that code calls through a parameter. It does not name them, so that they are named here. */
const throughParameters: Readonly<Record<string, readonly string[]>> = {
  [`${server}desk/enrolment/change-citizen.ts writeCitizen`]: [endAccess],
  [`${server}desk/enrolment/delete-synthetic.ts removeAll`]: [endAccess],
  [`${server}organizations/organizations/membership/close-organization.ts endedReviews`]: [
    `${server}organizations/reviews/end-open-review.ts endReviewsOfClosed`,
  ],
  [`${importing}write-group.ts writeEntries`]: [
    endAccess,
    `${importing}citizen-kind.ts citizenKind`,
    `${importing}business-kind.ts businessKind`,
    `${importing}credit-record-kind.ts creditRecordKind`,
    `${importing}import-progress.ts recordProgress`,
  ],
}

/** SQL texts and names that a piece of source has. */
type Piece = { texts: string[]; names: Set<string> }
type Declared = Piece & { takesClient: boolean }

/** Code that runs in one transaction. `opener`: what opens it, such as `act`, `commit` or `inTransaction`. */
export type Transaction = { path: string; name: string; opener: string; texts: string[] }

type Found = { path: string; name: string; declared: Declared }

type FileGraph = {
  declared: Map<string, Declared>
  /** Imported and re-exported names: where they come from. */
  imported: Map<string, { path: string; name: string }>
  /** The arguments of the calls that open a transaction, by the declaration that has them. */
  opened: { name: string; opener: string; piece: Piece }[]
}

const openerNames = /^\w*[tT]ransaction$/
const actBuilders = /^(?:define)?\w*[aA]ct$/
const effectBuilders = /^define(?:Effect|EffectOfMany|Fence)$/
/** What is given to these runs in home, or is carried there, also where code of a transaction of the register names them. */
const apart = /^(?:inHome|inHomeBefore|inHomeTransaction|defineHomeEffect)$/

/**
 * The transactions of the sources, as far as the text shows them: the arguments of `inTransaction` and of functions
 * named like it, `perform` of each act, the effects of the commit and those that are carried to home, and functions with the client of a transaction that none of
 * these reaches by name. Each has the SQL texts of the declarations that its code names, also through others. A function that is
 * reached through an object, such as `needs.endAccess`, is found by its parameter of the type `PoolClient`.
 */
export const transactionsOf = (files: readonly SourceFile[]): Transaction[] => {
  const graphs = new Map(files.map((file) => [file.path, graphOf(file)]))
  const reached = new Set<string>()
  const roots = [...graphs].flatMap(([path, { opened }]) =>
    opened.map(({ name, opener, piece }) => ({
      ...{ path, name, opener },
      texts: textsReached(graphs, path, piece, reached),
    })),
  )
  const others = [...graphs].flatMap(([path, { declared }]) =>
    [...declared].flatMap(([name, declaration]) =>
      declaration.takesClient && !reached.has(`${path} ${name}`)
        ? [{ path, name, opener: 'client', texts: textsReached(graphs, path, declaration, new Set()) }]
        : [],
    ),
  )
  return [...roots, ...others]
}

/** The texts of a piece and of all declarations that it names. `reached` collects those. */
const textsReached = (
  graphs: ReadonlyMap<string, FileGraph>,
  path: string,
  piece: Piece,
  reached: Set<string>,
): string[] => {
  const texts = new Set<string>()
  const seen = new Set<string>()
  const follow = (from: string, { texts: own, names }: Piece): void => {
    for (const text of own) texts.add(text)
    for (const name of names) {
      const found = declarationOf(graphs, from, name)
      if (found) enter(found)
    }
  }
  const enter = ({ path: file, name, declared }: Found): void => {
    const key = `${file} ${name}`
    if (seen.has(key)) return
    seen.add(key)
    reached.add(key)
    follow(file, declared)
    for (const passed of throughParameters[key] ?? []) {
      const [passedPath, passedName] = passed.split(' ') as [string, string]
      const found = declarationOf(graphs, passedPath, passedName)
      if (!found) throw new Error(`${passed} does not exist`)
      enter(found)
    }
  }
  follow(path, piece)
  return [...texts]
}

const declarationOf = (
  graphs: ReadonlyMap<string, FileGraph>,
  path: string,
  name: string,
  depth = 0,
): Found | undefined => {
  const graph = graphs.get(path)
  const declared = graph?.declared.get(name)
  if (declared) return { path, name, declared }
  const from = graph?.imported.get(name)
  return from && depth < 8 ? declarationOf(graphs, from.path, from.name, depth + 1) : undefined
}

const clientParameter = /\b(?:client|owner|tx)\??:\s*(?:pg\.)?PoolClient\b/

type Node = { type: string; start: number; end: number }

const graphOf = ({ path, text }: SourceFile): FileGraph => {
  const { program } = parseSync(path, text)
  const graph: FileGraph = { declared: new Map(), imported: new Map(), opened: [] }
  const resolve = (specifier: string) => posix.normalize(resolveSpecifier(path, specifier))
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const part of statement.specifiers)
        if (part.type === 'ImportSpecifier' && part.imported.type === 'Identifier')
          graph.imported.set(part.local.name, {
            path: resolve(statement.source.value),
            name: part.imported.name,
          })
    } else if (statement.type === 'ExportNamedDeclaration' && statement.source) {
      for (const { local, exported } of statement.specifiers)
        if (local.type === 'Identifier' && exported.type === 'Identifier')
          graph.imported.set(exported.name, { path: resolve(statement.source.value), name: local.name })
    } else {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declaration?.type === 'VariableDeclaration')
        for (const { id, init } of declaration.declarations)
          if (id.type === 'Identifier' && init) take(graph, text, id.name, init)
      if (declaration?.type === 'FunctionDeclaration' && declaration.id)
        take(graph, text, declaration.id.name, declaration)
    }
  }
  return graph
}

/** A declaration, and the transactions that its code opens. */
const take = (graph: FileGraph, source: string, name: string, node: Node): void => {
  const own = source.slice(node.start, node.end)
  const head = own.slice(0, own.indexOf('=>') + 1 || own.indexOf('{') + 1 || own.length)
  const whole = pieceOf([node])
  graph.declared.set(name, { ...whole, takesClient: clientParameter.test(head) })
  const open = (opener: string, piece: Piece) => graph.opened.push({ name, opener, piece })
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier') return
      if (openerNames.test(callee.name) || apart.test(callee.name))
        open(callee.name, pieceOf([callee, ...given]))
      else if (effectBuilders.test(callee.name)) open('commit', whole)
      else if (actBuilders.test(callee.name))
        for (const argument of given)
          for (const property of argument.type === 'ObjectExpression' ? argument.properties : [])
            if (property.type === 'Property' && property.key.type === 'Identifier')
              if (property.key.name === 'perform') open('act', pieceOf([property.value]))
    },
  }).visit(programOf([node]))
}

const programOf = (body: readonly Node[]) => ({ type: 'Program', body }) as never

const pieceOf = (nodes: readonly Node[]): Piece => {
  const piece: Piece = { texts: [], names: new Set() }
  const others: Node[] = []
  new Visitor({
    CallExpression(call) {
      if (call.callee.type === 'Identifier' && apart.test(call.callee.name)) others.push(call)
    },
    MemberExpression({ object, property }) {
      // An act as data runs nothing.
      if (property.type === 'Identifier' && property.name === 'declaration') others.push(object)
    },
  }).visit(programOf(nodes))
  const isOwn = ({ start }: Node): boolean => !others.some((one) => one.start <= start && start < one.end)
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string' && isSql(node.value) && isOwn(node)) piece.texts.push(node.value)
    },
    TemplateLiteral(node) {
      const text = node.quasis.map(({ value }) => value.cooked ?? '').join('?')
      if (isSql(text) && isOwn(node)) piece.texts.push(text)
    },
    Identifier(node) {
      if (isOwn(node)) piece.names.add(node.name)
    },
  }).visit(programOf(nodes))
  return piece
}
