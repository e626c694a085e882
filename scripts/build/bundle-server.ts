// Bundles the server into `server/dist`: run by build-server.ts.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { type OutputAsset, type OutputChunk, type Plugin, type PluginContext, rolldown } from 'rolldown'
import type { SourceLines } from '../../server/src/platform/source-lines.ts'
import { root } from '../run.ts'
import { type Bundle, bundleFolder, bundleList, readBundle } from './build-server.ts'

const server = join(root, 'server/src')
/** What can be started, by its file in `server/src`. */
const entries = { main: 'main.ts', demo: 'demo.ts' }

/** Packages that load a part of themselves as a file of the package. */
const whole = ['sharp']

/** Packages that we load with their first use stay packages: the bundle is what is needed to listen. */
const lazyPackages: Plugin = {
  name: 'lazy-packages',
  resolveId(source, importer, { kind }) {
    const isOurs = !importer?.includes('node_modules')
    const isPackage = /^[\w@]/.test(source) && !source.startsWith('@zhanggui/')
    return kind === 'dynamic-import' && isOurs && isPackage ? { id: source, external: true } : undefined
  },
}

type Graph = Pick<PluginContext, 'getModuleInfo'>

/** One file for what starts the database, and one for the rest that is needed to listen. */
function groupOf(name: string, entry: string, priority: number) {
  let needed: Set<string> | undefined
  return {
    name: (id: string, graph: Graph) => {
      needed ??= staticImports(join(server, entry), graph)
      return needed.has(id) ? name : null
    },
    debugName: name,
    priority,
  }
}

/** A module with all it imports, and what these import, but not what they import later. */
function staticImports(entry: string, graph: Graph): Set<string> {
  const found = new Set([entry])
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

async function bundleServer(): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(server, file)])),
    cwd: root,
    platform: 'node',
    external: whole,
    plugins: [lazyPackages],
  })
  const { output } = await bundle.generate({
    dir: bundleFolder,
    format: 'esm',
    // Taken apart below.
    sourcemap: 'hidden',
    comments: false,
    // Errors, plugins and pools are told by the names of their functions and classes.
    keepNames: true,
    entryFileNames: '[name]-[hash].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    codeSplitting: { groups: [groupOf('boot', 'start.ts', 2), groupOf('server', 'app.ts', 1)] },
  })
  await write(output)
}

/**
 * Writes the files, whose names have a hash, and removes those before the last bundle: a server that still runs loads some of
 * its own later.
 */
async function write(output: (OutputChunk | OutputAsset)[]): Promise<void> {
  await mkdir(bundleFolder, { recursive: true })
  const last = existsSync(bundleList) ? (await readBundle()).files : []
  const chunks = output.filter((file) => file.type === 'chunk')
  const contents = chunks.flatMap(({ fileName, code, map }) => [
    [fileName, inAscii(code)] as const,
    ...(map?.sources.length ? [[`${fileName}.lines.json`, JSON.stringify(linesOf(code, map))] as const] : []),
  ])
  for (const [name, content] of contents) {
    const fresh = join(bundleFolder, `${name}.${process.pid}`)
    await writeFile(fresh, content)
    await rename(fresh, join(bundleFolder, name))
  }
  const files = contents.map(([name]) => name)
  const nameOf = (entry: string) => chunks.find((chunk) => chunk.isEntry && chunk.name === entry)?.fileName ?? ''
  const bundle: Bundle = { main: nameOf('main'), demo: nameOf('demo'), files }
  await writeFile(bundleList, JSON.stringify(bundle, null, 2))
  const kept = new Set([...files, ...last, 'files.json', '.build-hash'])
  for (const name of await readdir(bundleFolder)) if (!kept.has(name)) await rm(join(bundleFolder, name))
}

/** The source map by lines: for stacks that is enough, and a map of 13 MB would be parsed whole. */
function linesOf(code: string, map: NonNullable<OutputChunk['map']>): SourceLines {
  const whole = new SourceMap({ ...map, file: map.file ?? '', sourceRoot: '' })
  const places = new Map(map.sources.map((source, place) => [source, place]))
  const found = code.split('\n').map((_, line) => {
    const entry = whole.findEntry(line, Number.MAX_SAFE_INTEGER)
    return 'originalSource' in entry && entry.generatedLine === line ? entry : undefined
  })
  return {
    sources: map.sources,
    places: found.map((entry) => (entry && places.get(entry.originalSource)) ?? -1),
    lines: found.map((entry) => (entry ? entry.originalLine + 1 : 0)),
  }
}

/** With one Chinese character in it V8 takes two bytes for every character of a file. */
function inAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

await bundleServer()
