// Reports state that modules of the server keep, uses of the device's clock in the console, and more citations of the specification
// than there were; exits with 1 if there are any.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcePaths } from './read-imports.ts'
import { root as repository } from './run.ts'

/** What modules of the server may keep, and why all applications of a process may share it. */
const shared: Readonly<Record<string, string>> = {
  'server/src/platform/http/request-id.ts: used': 'random bytes, each used once',
  'server/src/platform/content/pictures.ts: busy': "the process's memory: so many pictures at once",
  'server/src/platform/content/pictures.ts: waiting': 'as busy',
  'server/src/platform/content/sheet-reader.ts: queue': "the process's memory: one sheet at a time",
  'server/src/platform/security/password-hash.ts: busy': "the process's threads: one hash at a time",
  'server/src/platform/security/password-hash.ts: queue': 'as busy',
  'server/src/platform/security/common-passwords.ts: common': 'a list that never changes',
  'server/src/platform/data/bulk.ts: days': 'days as text, the same everywhere',
  'server/src/areas/setting/search/spelling.ts: known': 'pinyin, the same everywhere',
  'server/src/platform/source-lines.ts: found': 'frames of the bundle, the same everywhere',
}

const holder = /^(?:export )?(?:(?:let|var) (\w+)|const (\w+)(?:: .*)? = (?:new (?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\})$)/gm

/** The variables of a module that are there to be changed: what is assigned again, and what begins empty. */
export function findState(code: string): string[] {
  return [...code.matchAll(holder)].map(([, changing, filled]) => changing ?? filled ?? '')
}

/** Where console and storefront read the device's clock, and why that decides and shows nothing: lengths of time, and its own age of data. */
const ownClock: Readonly<Record<string, string>> = {
  'web/src/api/server-time.ts': 'compares it with that of the server',
  'web/src/api/call.ts': 'when a call was sent, for that comparison',
  'web/src/api/query-client.ts': 'as the library dates what it read',
  'web/src/kit/product/product-classify.ts': 'as the library dates what it read',
  'web/src/kit/page/load-chunk.ts': 'how long ago the page was loaded again, before any answer',
  'h5/src/api/clock.ts': 'compares it with that of the server',
  'h5/src/api/call.ts': 'when a call was sent, for that comparison',
  'h5/src/api/read.ts': 'the age of answers',
  'h5/src/go/go.ts': 'makes names of entries of the history differ',
}
const clock = /\bDate\.now\(\)|\bnew Date\(\)|\bdayjs\(\)/g
const isShown = (path: string) =>
  /^(?:web|h5)\/src\//.test(path) && !/\.(test|fixture)\.tsx?$|\/testing\//.test(path) && !(path in ownClock)

/** Where code asks the device which moment it is. */
export const clockIn = (code: string): string[] => code.match(clock) ?? []

const isServed = (path: string) => path.startsWith('server/src/') && !/\.(test|demo)\.ts$|\/testing\//.test(path)

const chapters = 'style guide|design|architecture|system|catalogue|trade|marketing|console|decoration'
const code = String.raw`\b(?:AU|ER|SEC|SH|SY|TR)-\d+|§ ?\d|\b(?:chapter|${chapters}), (?:§|\d)|\bissue \d|\b(?:${chapters}) chapter\b`
/** In a comment also an act such as T followed by its number, and a section in brackets. */
const inComment = new RegExp(String.raw`${code}|\b[TU]\d{1,2}\b|\(\d+\.\d+(?:, \d[\d.]*)*\)`, 'g')
/** At the beginning of a title also a section or the row of a table, before the sentence. */
const inTitle = new RegExp(String.raw`${code}|^(?:[A-Z]\d+[a-z]?|\d+\.\d+)(?=[ ,:.].{5})`, 'g')
const comment = /(?:^|\s)\/\/.*|^\s*(?:\/\*|\*).*/
const title = /(?:\b(?:test|describe)\b[^'"`]*|^\s*(?:\]|`)\)\(|^\s+)(['"`])(.+)\1(?:,|$)/

/** What a line of code cites of the specification, in its comment or in the title of its test. */
export function citationsIn(line: string, path: string): string[] {
  const said = comment.exec(line)?.[0]
  if (said) return said.match(inComment) ?? []
  const titled = /\.(test|spec)\.tsx?$/.test(path) ? title.exec(line)?.[2] : undefined
  return titled?.match(inTitle) ?? []
}

type Counts = Record<string, number>
const workspaceOf = (path: string) => path.split('/', 1)[0] ?? ''

/**
 * Checks all sources below a repository's root.
 * @param recorded how often each workspace may cite the specification
 * @returns a sentence for each violation, and how often each workspace cites it
 */
export function checkSources(root: string, recorded: Counts): { wrong: string[]; cited: Counts } {
  const cited: Counts = {}
  const wrong: string[] = []
  for (const path of sourcePaths(root)) {
    const text = readFileSync(join(root, path), 'utf8')
    const count = text.split('\n').reduce((sum, line) => sum + citationsIn(line, path).length, 0)
    if (count) cited[workspaceOf(path)] = (cited[workspaceOf(path)] ?? 0) + count
    const state = isServed(path) ? findState(text).map((name) => `${path}: ${name}`) : []
    for (const each of state.filter((name) => !(name in shared)))
      wrong.push(
        `${each}: two applications in one process share no state; hold it in the platform, or by WeakMap with it`,
      )
    for (const use of isShown(path) ? clockIn(text) : [])
      wrong.push(
        `${path}: ${use} is the clock of a device, which may be wrong: ask serverNow() of web/src/api/server-time.ts`,
      )
  }
  for (const [workspace, count] of Object.entries(cited)) {
    const most = recorded[workspace] ?? 0
    if (count > most)
      wrong.push(
        `${workspace}: ${count} citations of the specification in comments and test titles, ${most} are recorded: give the reason itself, or cite a page of docs/`,
      )
  }
  return { wrong, cited }
}

/** Lines of this branch, and of what is not committed yet, that cite the specification and were not there before. */
function addedCitations(): string[] {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 1e9 })
    const base = git('merge-base', 'HEAD', 'main').trim()
    let path = ''
    return git('diff', '--unified=0', base, '--', '*.ts', '*.tsx')
      .split('\n')
      .flatMap((line) => {
        if (line.startsWith('+++ ')) path = line.slice('+++ b/'.length)
        const isAdded = line.startsWith('+') && !line.startsWith('+++ ')
        return isAdded && citationsIn(line.slice(1), path).length ? [`  ${path}: ${line.slice(1).trim()}`] : []
      })
  } catch {
    return []
  }
}

if (import.meta.main) {
  const record = join(repository, 'scripts/citations.json')
  const recorded = JSON.parse(readFileSync(record, 'utf8')) as Counts
  const { wrong, cited } = checkSources(repository, recorded)
  if (process.argv.includes('--record')) writeFileSync(record, `${JSON.stringify(cited, null, 2)}\n`)
  else if (wrong.length) {
    for (const line of wrong) console.error(line)
    if (wrong.some((line) => line.includes('citations'))) console.error(addedCitations().join('\n'))
    process.exit(1)
  }
  const fewer = Object.keys(recorded).filter((workspace) => (cited[workspace] ?? 0) < (recorded[workspace] ?? 0))
  if (fewer.length)
    console.log(`${fewer.join(', ')}: fewer citations than recorded: node scripts/check-sources.ts --record`)
}
