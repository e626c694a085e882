import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Route } from '@zhanggui/contract/routes.ts'
import { parseSync } from 'rolldown/utils'

/** Where a call from outside, or the clock, comes in: a route, a job, a task, a schedule, a consumer of events. */
export type Door = { name: string; route?: Route; refs: ReadonlySet<string> }

/** Which declarations at the top of the server's files name which others; `file#name`, files relative to `areas` or `src`. */
export type Reach = {
  doors: readonly Door[]
  /** The declarations whose text has this in it. */
  holding: (text: RegExp) => string[]
  has: (name: string) => boolean
  /** The declarations that name one of these, or name one that does, with these; not by way of those left out. */
  leadingTo: (names: readonly string[], leftOut?: readonly string[]) => Set<string>
}

type Node = { type: string; [key: string]: unknown }
type Module = {
  file: string
  source: string
  imports: Map<string, { file: string; name: string }>
  own: Map<string, Node>
  /** What is called in each of them. */
  calls: Node[]
  /** Names under which other modules' declarations leave this one. */
  passed: Map<string, { file: string; name: string }>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
/** Types name nothing that runs. */
const TYPES = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'implements',
])
const BACKGROUND = new Set(['handle', 'consume', 'consumeTogether'])
const REGISTRIES = new Set(['jobs', 'tasks', 'scheduler', 'outbox', 'queue'])

/** Reads the server's sources. It knows no types: a name that is shadowed counts as the one it shadows. */
export async function readReach(): Promise<Reach> {
  const files = globSync('**/*.ts', { cwd: root }).filter(
    (file) => !/(\.test|\.demo|\.tables)\.ts$|(^|\/)(testing|demo)\//.test(file),
  )
  const modules = new Map(files.map((file) => [file, readModule(file)]))
  const edges = new Map<string, Set<string>>()
  const doors: Door[] = []
  for (const module of modules.values())
    for (const [name, node] of module.own)
      edges.set(`${module.file}#${name}`, refsOf(modules, module, node, module.calls))
  for (const module of modules.values())
    for (const call of module.calls) {
      const [first, ...rest] = call.arguments as Node[]
      if (!first) continue
      const callee = call.callee as Node
      if (callee.name === 'adding') {
        const [hook = ''] = refsOf(modules, module, first)
        for (const each of rest) for (const ref of refsOf(modules, module, each)) edges.get(hook)?.add(ref)
      }
      if (callee.name === 'serve') doors.push(...(await routeDoors(modules, module, rest)))
      const registry = isNode(callee.object) ? nameOf(callee.object.property ?? callee.object) : ''
      if (BACKGROUND.has(nameOf(callee.property)) && REGISTRIES.has(registry)) {
        const refs = new Set(rest.flatMap((each) => [...refsOf(modules, module, each)]))
        doors.push({ name: `${registry} ${textOf(modules, module, first)}`, refs })
      }
    }
  const namedBy = new Map<string, string[]>()
  for (const [name, refs] of edges) for (const ref of refs) namedBy.set(ref, [...(namedBy.get(ref) ?? []), name])
  return {
    doors,
    holding: (text) =>
      [...modules.values()].flatMap(({ file, source, own }) =>
        [...own]
          .filter(([, { start, end }]) => text.test(source.slice(Number(start), Number(end))))
          .map(([name]) => `${file}#${name}`),
      ),
    has: (name) => edges.has(name),
    leadingTo: (names, leftOut = []) => {
      const seen = new Set(leftOut)
      const waiting = [...names]
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (seen.has(next)) continue
        seen.add(next)
        waiting.push(...(namedBy.get(next) ?? []))
      }
      return seen
    },
  }
}

function readModule(file: string): Module {
  const source = readFileSync(join(root, file), 'utf8')
  const { program } = parseSync(file, source)
  const module: Module = { file, source, imports: new Map(), own: new Map(), calls: [], passed: new Map() }
  for (const node of program.body as unknown as Node[]) readStatement(module, node)
  return module
}

function readStatement(module: Module, node: Node): void {
  const target = node.source ? resolve(module.file, String((node.source as Node).value)) : ''
  if (node.type === 'ImportDeclaration') {
    for (const each of node.specifiers as Node[]) {
      const name =
        each.type === 'ImportSpecifier'
          ? nameOf(each.imported)
          : each.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*'
      module.imports.set(nameOf(each.local), { file: target, name })
    }
    return
  }
  if (node.type === 'ExportNamedDeclaration' && node.declaration) {
    readStatement(module, node.declaration as Node)
    return
  }
  if (node.type === 'ExportNamedDeclaration')
    for (const each of node.specifiers as Node[])
      module.passed.set(nameOf(each.exported), { file: target || module.file, name: nameOf(each.local) })
  if (node.type === 'VariableDeclaration')
    for (const each of node.declarations as Node[])
      for (const name of namesIn(each.id as Node)) module.own.set(name, (each.init as Node | null) ?? each)
  else if (isNode(node.id) && !node.type.startsWith('TS')) module.own.set(nameOf(node.id), node)
  else if (node.type === 'ExportDefaultDeclaration') module.own.set('default', node.declaration as Node)
  else if (node.type === 'ExpressionStatement') module.own.set(`statement ${node.start}`, node)
}

const nameOf = (node: unknown) => String((node as Node | undefined)?.name ?? (node as Node | undefined)?.value)

/** The names that a pattern declares. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [nameOf(pattern)]
  if (pattern.type === 'ObjectPattern')
    return (pattern.properties as Node[]).flatMap((each) => namesIn((each.value ?? each.argument) as Node))
  if (pattern.type === 'ArrayPattern')
    return (pattern.elements as (Node | null)[]).flatMap((each) => (each ? namesIn(each) : []))
  return pattern.type === 'AssignmentPattern' ? namesIn(pattern.left as Node) : []
}

/** A file of the server as `Module` names it; one of `contract` by its whole path; '' for any other. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  const [, inContract] = /^@zhanggui\/contract\/(.*)$/.exec(specifier) ?? []
  return inContract ? `contract/${inContract}` : ''
}

/** What an expression names of the server's declarations. */
function refsOf(modules: ReadonlyMap<string, Module>, module: Module, node: Node, calls?: Node[]): Set<string> {
  const found = new Set<string>()
  const add = (file: string, name: string) => {
    const ref = whereIs(modules, file, name)
    if (ref) found.add(ref)
  }
  visit(node, (each) => {
    if (each.type === 'CallExpression') calls?.push(each)
    if (each.type === 'ImportExpression') {
      const target = modules.get(resolve(module.file, String((each.source as Node).value)))
      for (const name of target?.own.keys() ?? []) add(target?.file ?? '', name)
    }
    if (each.type === 'MemberExpression' && !each.computed) {
      const space = module.imports.get(nameOf(each.object))
      if (space?.name === '*') add(space.file, nameOf(each.property))
    }
    if (each.type !== 'Identifier') return
    const name = nameOf(each)
    const imported = module.imports.get(name)
    if (imported) add(imported.file, imported.name)
    else if (module.own.has(name)) found.add(`${module.file}#${name}`)
  })
  return found
}

/** Walks what runs of an expression: no types, no names of properties. */
function visit(node: Node, look: (node: Node) => void): void {
  look(node)
  for (const key in node) {
    const value = node[key]
    if (typeof value !== 'object' || value === null || TYPES.has(key)) continue
    if (!node.computed && (key === 'key' || (key === 'property' && node.type === 'MemberExpression'))) continue
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each) && !isType(each)) visit(each, look)
    } else if (isNode(value) && !isType(value)) visit(value, look)
  }
}

const isType = ({ type }: Node) => type.startsWith('TSType') || type.startsWith('TSInterface')

function whereIs(modules: ReadonlyMap<string, Module>, file: string, name: string): string | undefined {
  const module = modules.get(file)
  if (!module) return undefined
  if (module.own.has(name)) return `${file}#${name}`
  const passed = module.passed.get(name) ?? module.imports.get(name)
  return passed && passed.file !== file
    ? whereIs(modules, passed.file, passed.name)
    : passed && `${file}#${passed.name}`
}

/** The doors of `serve(app, routes, handlers)`. */
async function routeDoors(modules: ReadonlyMap<string, Module>, module: Module, [routes, handlers]: Node[]) {
  if (!routes || !handlers) return []
  const named = await routesNamed(module, routes)
  const properties = (handlers.properties ?? []) as Node[]
  const rest = properties.length ? properties.filter(({ type }) => type === 'SpreadElement') : [handlers]
  return named.map((route): Door => {
    const action = actionOf(route)
    const own = properties.find((each) => each.type !== 'SpreadElement' && nameOf(each.key) === action)
    const nodes = own ? [own.value as Node] : rest
    return { name: route.name, route, refs: new Set(nodes.flatMap((each) => [...refsOf(modules, module, each)])) }
  })
}

const actionOf = ({ name, object }: Route) => name.slice(object.length + 1)

/** The routes that an argument stands for: a whole object of them, or some that were taken out of one. */
async function routesNamed(module: Module, node: Node): Promise<Route[]> {
  const whole = module.imports.get(nameOf(node))
  const taken = new Set(((node.properties ?? []) as Node[]).map((each) => nameOf(each.key)))
  const from = whole ? [whole] : [...module.imports.values()]
  const routes: Route[] = []
  for (const { file, name } of from) {
    if (!file.startsWith('contract/')) continue
    const contract = (await import(`@zhanggui/${file}`)) as Record<string, Record<string, Route>>
    routes.push(...Object.values(contract[name] ?? {}).filter((route) => route?.path && route.name))
  }
  return whole || !node.properties ? routes : routes.filter((route) => taken.has(actionOf(route)))
}

/** What a queue or a task is called. */
function textOf(modules: ReadonlyMap<string, Module>, module: Module, node: Node): string {
  if (node.type === 'Literal') return String(node.value)
  const imported = module.imports.get(nameOf(node))
  const declared = imported ? modules.get(imported.file)?.own.get(imported.name) : module.own.get(nameOf(node))
  return declared?.type === 'Literal' ? String(declared.value) : `${relative('areas', module.file)} ${nameOf(node)}`
}
