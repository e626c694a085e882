// Reports every import that violates the layout (docs/developing.md, The shape), and exits with 1 if there is one.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Import, importsOf, readSources, type SourceFile } from './read-imports.ts'
import { root as repository } from './run.ts'

/** The workspaces that each workspace may import; tools outside the product may import everything. */
const layers: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  'page-kit': ['domain', 'contract'],
  server: ['domain', 'contract', 'page-kit'],
  web: ['domain', 'contract', 'page-kit'],
  h5: ['domain', 'contract', 'page-kit'],
}
/** Node reads no TSX and no styles: what the server imports of the page kit, and what that imports, is plain TypeScript. */
const VIEW = /\.(?:tsx|css)$/
/** Workspaces that must run in a browser, so without Node's modules. */
const withoutNode = ['domain', 'contract', 'page-kit', 'web', 'h5']
/**
 * Server areas in order: each may call only earlier ones. Any repository may import the tables of any area, and tables
 * those that their foreign keys reference. Where an earlier area needs a later one, the later area adds to a hook in its
 * `area.ts`.
 */
export const areaOrder = [
  ...['setting', 'file', 'message', 'staff', 'work', 'monitor', 'wechat', 'product', 'store', 'user'],
  ...['coupon', 'points', 'promotion', 'seckill', 'bargain', 'combination', 'content', 'live', 'decor'],
  ...['payment', 'distribution', 'order', 'finance', 'dashboard'],
]
/** The only files of the server that open connections; everything that leaves the server goes through them. */
const outgoing = ['safe-fetch.ts', 'safe-socket.ts'].map((name) => `server/src/platform/outside/${name}`)
/** Harmless members of Node's network modules, which open no connection. */
const harmless = ['BlockList', 'createServer', 'isIP', 'isIPv4', 'isIPv6']
const networkModule = `(?:node:)?(?:https?|http2|net|tls|dgram|dns|dns/promises)`
/** Parts of the library that the kit has parts of its own for. */
const replaced: Record<string, string> = {
  Descriptions: 'Facts',
  Popconfirm: 'confirm',
  Statistic: 'MetricTile',
  Result: 'EmptyBlock or FailedBlock',
  Empty: 'EmptyBlock',
  TreeSelect: 'a TreeSelect',
}
/** The roles that files of a role must not import: routes → service → repository → tables, jobs → service. */
const closed: Record<string, readonly string[]> = {
  routes: ['repository', 'tables', 'jobs'],
  jobs: ['repository', 'tables', 'routes'],
  service: ['routes', 'jobs'],
  repository: ['service', 'routes', 'jobs'],
  tables: ['repository', 'service', 'routes', 'jobs'],
}

/**
 * Checks all imports below a repository's root.
 * @returns a sentence for each violation, sorted by file
 */
export function checkImports(root: string): string[] {
  const sources = readSources(root)
  const known = new Set(sources.map(({ path }) => path))
  const exists = (path: string) => known.has(path) || existsSync(join(root, path))
  const imports = sources.flatMap((source) => importsOf(source, exists))
  const declared = declaredPackages(root)
  const objects = new Map(sources.flatMap(declaredObjects))
  const wrong = imports.flatMap((each) => {
    const problem = each.package ? checkPackage(each, declared) : checkFile(each, exists, objects)
    return problem ? [`${each.file}: ${each.specifier}: ${problem}`] : []
  })
  return [
    ...wrong,
    ...sources.flatMap(checkSource),
    ...checkObjects(sources, objects),
    ...findCycles(imports),
    ...findObjectCircles(imports),
  ].sort()
}

function checkSource({ path, code }: SourceFile): string[] {
  return [
    ...(/\/index\.tsx?$/.test(path) ? [`${path}: there are no index files; files are imported directly`] : []),
    ...(/\bMath\.random\b/.test(code) && layers[layerOf(path)] && !isTest(path)
      ? [`${path}: Math.random is no source of secrets`]
      : []),
    ...(layerOf(path) === 'web' ? importedFromAntd(code) : [])
      .filter((name) => name in replaced)
      .map((name) => `${path}: ${name}: the kit has ${replaced[name]}`),
    ...opensConnections(path, code).map((name) => `${path}: ${name}: connections leave by safeFetch or openSocket`),
  ]
}

function importedFromAntd(code: string): string[] {
  const [, names = ''] = /^import \{([^}]*)\} from 'antd'$/m.exec(code) ?? []
  return names.split(',').map((name) => name.trim())
}

/** What a file of the server uses to open connections by itself. */
function opensConnections(path: string, code: string): string[] {
  if (!path.startsWith('server/src/') || isTest(path) || outgoing.includes(path)) return []
  const imported = [...code.matchAll(new RegExp(`^import\\s+([^'"]*?)\\s+from\\s+['"]${networkModule}['"]`, 'gm'))]
  const names = imported.flatMap(([, clause = '']) => {
    if (clause.startsWith('type ')) return []
    const [, list] = /^\{([^}]*)\}$/.exec(clause) ?? []
    return list === undefined ? [clause] : list.split(',').map((name) => name.trim())
  })
  const loaded = new RegExp(`\\b(?:import|require|getBuiltinModule)\\(\\s*['"]${networkModule}['"]`, 'g')
  const mailer = path === 'server/src/platform/outside/mail.ts' ? [] : [...code.matchAll(/['"]nodemailer['"]/g)]
  const bare = code
    .replace(/(['"`])(?:\\.|(?!\1)[^\\\n])*\1/g, '')
    .matchAll(/(?<![.\w$])fetch\b(?!\s*:)|\bglobalThis\.fetch\b|\bnew WebSocket\b/g)
  return [
    ...names.filter((name) => name && !name.startsWith('type ') && !harmless.includes(name)),
    ...[...code.matchAll(loaded), ...mailer, ...bare].map(([text]) => text),
  ]
}

function checkPackage(
  { file, package: name = '', typeOnly }: Import,
  declared: Map<string, Declared>,
): string | undefined {
  const workspace = layerOf(file)
  if (name === 'node:')
    return withoutNode.includes(workspace) && !isTool(file) ? `${workspace} runs without Node's modules` : undefined
  if (workspace === 'page-kit' && file.endsWith('.ts') && !isTool(file) && /^react(?:-dom)?$/.test(name))
    return 'only views of the page kit know React: the server imports its .ts files'
  if (!layers[workspace]) return [...declared.values()].some(has(name)) ? undefined : 'not declared in any package.json'
  const own = declared.get(workspace)
  if (own?.needed.has(name)) return undefined
  const isTooling = isTool(file) || typeOnly
  return isTooling && [own, declared.get('')].some(has(name)) ? undefined : `not declared in ${workspace}/package.json`
}

const has = (name: string) => (declared: Declared | undefined) =>
  declared?.needed.has(name) || declared?.tools.has(name)

function checkFile(
  each: Import,
  exists: (path: string) => boolean,
  objects: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const { file, specifier, target = '' } = each
  if (target.startsWith('..')) return 'leads out of the repository'
  if (!exists(target)) return 'leads to no file; imports end in .ts or .tsx'
  if (target === 'package.json') return undefined
  const [from, to] = [layerOf(file), layerOf(target)]
  if (from !== to && layers[from] && !layers[from].includes(to)) return `${from} does not import ${to}`
  if (from !== to && layers[to] && specifier.startsWith('.') && layers[from])
    return `other workspaces are imported as @zhanggui/${to}/…`
  if (isTest(file)) return undefined
  if (to === 'page-kit' && VIEW.test(target) && (from === 'server' || (from === 'page-kit' && !VIEW.test(file))))
    return 'views of the page kit are for browsers; the server and its .ts files import .ts alone'
  if (isTest(target)) return 'only tests import what is for tests'
  if (from === 'server' && to === 'server') return checkServer(each, target, objects)
  if (from === 'web' && to === 'web') return checkWeb(file, target)
  if (from === 'h5' && to === 'h5') return checkStorefront(file, target)
  return undefined
}

function checkServer(
  { file, typeOnly }: Import,
  target: string,
  objects: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const [from, to] = [areaOf(file), areaOf(target)]
  if (file.startsWith('server/src/platform/') && to) return 'platform knows no area'
  if (!from) return undefined
  if (!areaOrder.includes(from)) return `the area ${from} has no place in the order of areas`
  if (!to)
    return target.startsWith('server/src/platform/') || target === 'server/src/config.ts'
      ? undefined
      : 'areas are put together by app.ts, they do not import it'
  const [role, other] = [roleOf(file), roleOf(target)]
  if (!typeOnly && closed[role]?.includes(other)) return `${role} does not import ${other}`
  if (other === 'tables' && (role === 'repository' || role === 'tables')) return undefined
  if (from === to) return checkOrder(file, target, objects.get(from))
  if (other === 'repository') return `the rows of ${to} change through its service`
  return areaOrder.indexOf(to) < areaOrder.indexOf(from) ? undefined : `${from} does not call ${to}, which comes later`
}

/** Within an area, too, each object imports only earlier ones; tables as between areas. */
function checkOrder(file: string, target: string, order: readonly string[] | undefined): string | undefined {
  const [from, to] = [objectOf(file), objectOf(target)]
  if (!order) return undefined
  if (!to) return from ? `what puts an area together is imported by none of its objects: ${target}` : undefined
  if (!from || from === to || !order.includes(from) || order.indexOf(to) < order.indexOf(from)) return undefined
  return `${from} does not import ${to}, which comes later: ${target}`
}

/**
 * The object of an area of the server that a file belongs to: its folder, or its name up to the first dot. Undefined for what
 * puts the area together and comes after all its objects: `area.ts`, its histories, and the demo and bulk data of the area.
 */
function objectOf(path: string): string | undefined {
  const [, inArea = ''] = /^server\/src\/areas\/[^/]+\/(.+)$/.exec(path) ?? []
  if (inArea === 'area.ts' || /^(?:demo|bulk)\/|^[^/]+\.(?:history|demo|bulk)\.ts$/.test(inArea)) return undefined
  return /^[^/.]+/.exec(inArea)?.[0]
}

/** The objects that an area declares in its `area.ts`, in their order. */
function declaredObjects({ path, code }: SourceFile): [string, string[]][] {
  const [, area] = /^server\/src\/areas\/([^/]+)\/area\.ts$/.exec(path) ?? []
  const [, list] = (area && /^export const objects = (\[[^=]*?\]) as const$/m.exec(code)) || []
  return area && list ? [[area, [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)]] : []
}

/** Objects without a place in the order of their area, and places without an object. */
function checkObjects(sources: readonly SourceFile[], objects: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Map<string, Set<string>>()
  for (const { path } of sources) {
    const area = path.startsWith('server/') && !isTest(path) ? areaOf(path) : undefined
    if (!area || !areaOrder.includes(area)) continue
    const names = found.get(area) ?? new Set()
    found.set(area, names.add(objectOf(path) ?? ''))
  }
  return [...found].flatMap(([area, names]) => {
    const file = `server/src/areas/${area}/area.ts`
    const listed = objects.get(area)
    if (!listed) return [`${file}: declares no objects: export const objects = ['…', '…'] as const`]
    return [
      ...[...names]
        .filter((name) => name && !listed.includes(name))
        .map((name) => `${file}: objects does not list ${name}`),
      ...listed
        .filter((name) => !names.has(name))
        .map((name) => `${file}: objects lists ${name}, of which there is no file`),
      ...listed.filter((name, at) => listed.indexOf(name) < at).map((name) => `${file}: objects lists ${name} twice`),
    ]
  })
}

/** The folders of the storefront that each of its folders may import. */
const storefrontLayers: Record<string, readonly string[]> = {
  api: [],
  go: ['api'],
  parts: ['api', 'go'],
  sheets: ['api', 'go', 'parts'],
  screens: ['api', 'go', 'parts', 'sheets'],
  app: ['api', 'go', 'parts', 'screens'],
}

function checkStorefront(file: string, target: string): string | undefined {
  const [[from = '', screen], [to = '', other]] = [file, target].map((path) => path.split('/').slice(2)) as [
    string[],
    string[],
  ]
  if (from === 'screens' && to === 'screens')
    return screen === other ? undefined : 'a screen imports no other screen; what both need is a part or a sheet'
  const open = storefrontLayers[from]
  return from === to || !open || open.includes(to) ? undefined : `${from} does not import ${to}`
}

/** The web layers that each layer may import: areas need only kit and api. */
const webLayers: Record<string, readonly string[]> = {
  api: [],
  kit: ['api'],
  areas: ['api', 'kit'],
  shell: ['api', 'kit'],
}

function checkWeb(file: string, target: string): string | undefined {
  const [from = '', to = ''] = [file, target].map((path) => /^web\/src\/([^/]+)\//.exec(path)?.[1])
  if (from === to) return checkWebAreas(file, target)
  const open = webLayers[from]
  if (!open || open.includes(to)) return undefined
  return webLayers[to] ? `${from} does not import ${to}` : 'what starts the console is imported by nothing'
}

/** An area of the console imports what earlier ones share, and nothing else of them. */
function checkWebAreas(file: string, target: string): string | undefined {
  const [area = '', other = ''] = [areaOf(file), areaOf(target)]
  if (area === other) return undefined
  if (!areaOrder.includes(area)) return `the area ${area} has no place in the order of areas`
  if (areaOrder.indexOf(other) > areaOrder.indexOf(area)) return `${area} does not import ${other}, which comes later`
  const shared = `web/src/areas/${other}/shared/`
  return target.startsWith(shared) ? undefined : `of ${other}, other areas import only what is in ${shared}`
}

/**
 * Circles among the objects of an area where they have no declared order, one of each group that imports itself. Erased and
 * lazy imports count: whoever reads one object should not have to read all.
 */
function findObjectCircles(imports: readonly Import[]): string[] {
  const arrows = new Map<string, Map<string, Import>>()
  for (const each of imports) {
    const { file, target = '' } = each
    const [from, to] = [placeOf(file), placeOf(target)]
    if (!from || !to || from === to || areaPathOf(from) !== areaPathOf(to) || isTest(file) || isTest(target)) continue
    const own = arrows.get(from) ?? new Map<string, Import>()
    arrows.set(from, own.has(to) ? own : own.set(to, each))
  }
  const done = new Set<string>()
  return [...arrows.keys()].sort().flatMap((start) => {
    const circle = done.has(start) ? [] : shortestCircle(arrows, start)
    for (const { file } of circle) done.add(placeOf(file) ?? '')
    const names = circle.map(({ file }) => placeOf(file)?.slice(areaPathOf(start).length + 1))
    const files = circle.map(({ file, target }) => `${file} → ${target}`).join(', ')
    return circle.length ? [`${start}: imports itself through ${names.slice(1).join(', ')}: ${files}`] : []
  })
}

/** The fewest imports by which an object imports itself; none if it does not. */
function shortestCircle(arrows: ReadonlyMap<string, ReadonlyMap<string, Import>>, start: string): Import[] {
  const seen = new Set<string>()
  for (let paths: { at: string; by: Import[] }[] = [{ at: start, by: [] }]; paths.length; ) {
    const next: typeof paths = []
    for (const { at, by } of paths)
      for (const [to, each] of arrows.get(at) ?? []) {
        if (to === start) return [...by, each]
        if (!seen.has(to)) next.push({ at: to, by: [...by, each] })
        seen.add(to)
      }
    paths = next
  }
  return []
}

/**
 * The object that a file of domain, contract or web belongs to, as a path: in `domain/src/order/` and `contract/src/order/` the
 * file's name or its folder, in `web/src/areas/order/` that within `model`, `components` or `pages`.
 */
function placeOf(path: string): string | undefined {
  return /^(?:(?:domain|contract)\/src|web\/src\/areas\/[^/]+)\/[^/]+\/[^/.]+(?=[/.])(?!.*\.css$)/.exec(path)?.[0]
}

function areaPathOf(place: string): string {
  return /^(?:(?:domain|contract)\/src|web\/src\/areas)\/[^/]+/.exec(place)?.[0] ?? ''
}

/** Import cycles, each reported once; type imports and lazy imports do not count. */
function findCycles(imports: readonly Import[]): string[] {
  const loading = imports.filter(({ target, typeOnly, lazy }) => target && !typeOnly && !lazy)
  const needs = Map.groupBy(loading, ({ file }) => file)
  const done = new Set<string>()
  const path: string[] = []
  const cycles: string[] = []
  const visit = (file: string) => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push(`${file}: imports itself through ${[...path.slice(start + 1), file].join(' → ')}`)
    if (start >= 0 || done.has(file)) return
    path.push(file)
    for (const { target = '' } of needs.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of needs.keys()) visit(file)
  return cycles
}

type Declared = { needed: Set<string>; tools: Set<string> }

/** The packages each workspace declares; those of the repository's root under ''. */
function declaredPackages(root: string): Map<string, Declared> {
  const found = ['', ...Object.keys(layers), 'e2e'].flatMap((workspace) => {
    const file = join(root, workspace, 'package.json')
    if (!existsSync(file)) return []
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
    return [
      [workspace, { needed: new Set(Object.keys(dependencies)), tools: new Set(Object.keys(devDependencies)) }],
    ] as const
  })
  return new Map(found)
}

function layerOf(path: string): string {
  return path.split('/', 1)[0] ?? ''
}

function areaOf(path: string): string | undefined {
  return /^(?:server|web)\/src\/areas\/([^/]+)\//.exec(path)?.[1]
}

/** `service` for `post.service.ts`; '' for a file without a role. */
function roleOf(path: string): string {
  return /\.(routes|service|repository|tables|jobs)\.ts$/.exec(path)?.[1] ?? ''
}

function isTest(path: string): boolean {
  return /\.(test|fixture)\.tsx?$|\/testing\/|^e2e\//.test(path)
}

/** Tests and settings of tools: not part of what runs. */
function isTool(path: string): boolean {
  return isTest(path) || /\.config\.ts$/.test(path)
}

if (import.meta.main) {
  const wrong = checkImports(repository)
  for (const sentence of wrong) console.error(sentence)
  if (wrong.length) process.exit(1)
}
