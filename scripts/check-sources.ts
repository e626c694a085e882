// Reports state that modules of the server keep, uses of the device's clock and of the library's field for numbers in the
// console, citations of the specification, which is not in the repository, and folders too full to find one's way in; exits
// with 1 if there are any.
import { globSync, readFileSync } from 'node:fs'
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

/** The library's field for numbers drops what is typed in full width; ours reads it. */
const bareField = /\bInputNumber\b[^}]*\} from 'antd'/
const isNumberInput = (path: string) => path === 'web/src/kit/form/number-input.tsx'

const isServed = (path: string) => path.startsWith('server/src/') && !/\.(test|demo)\.ts$|\/testing\//.test(path)

const chapters = 'style guide|design|architecture|system|catalogue|trade|marketing|console|decoration'
const code = String.raw`\b(?:AU|ER|SEC|SH|SY|TR)-\d+|§ ?\d|\b(?:chapter|${chapters}), (?:§|\d)|\bissue \d|\b(?:${chapters}) chapter\b`
/** In a comment also an act such as U followed by its number, and a section in brackets; T1 to T23 are the steps of docs/orders.md. */
const inComment = new RegExp(
  String.raw`${code}|\bU\d{1,2}\b|\bT(?!(?:[1-9]|1\d|2[0-3])\b)\d{1,2}\b|\(\d+\.\d+(?:, \d[\d.]*)*\)`,
  'g',
)
/** At the beginning of a title also a section or the row of a table; T, R and Q number the steps and equations of docs/orders.md and docs/money.md. */
const inTitle = new RegExp(String.raw`${code}|^(?:(?![TRQ]\d)[A-Z]\d+[a-z]?|\d+\.\d+(?!\.\d))(?=[ ,:.].{5})`, 'g')
/** In a document also sections, and those who tried an unfinished part. */
const inDocument = new RegExp(
  String.raw`${code}|\b[Cc]hapters?\b|\b[Rr]efuters?\b|\b[Ss]ections? \d|^[^|]*\|[^|]* \(\d{1,2}\.\d{1,2}\) \|`,
  'g',
)
const comment = /(?:^|\s)\/\/.*|^\s*(?:\/\*|\*).*/
const title = /(?:\b(?:test|describe)\b[^'"`]*|^\s*(?:\]|`)\)\(|^\s+)(['"`])(.+)\1(?:,|$)/

/** What a line cites of the specification: anywhere in a document, in code in its comment or in the title of its test. */
export function citationsIn(line: string, path: string): string[] {
  if (path.endsWith('.md')) return line.match(inDocument) ?? []
  const said = comment.exec(line)?.[0]
  if (said) return said.match(inComment) ?? []
  const titled = /\.(test|spec)\.tsx?$/.test(path) ? title.exec(line)?.[2] : undefined
  return titled?.match(inTitle) ?? []
}

/** Folders that hold a list, in which nobody looks around. */
const lists = ['docs/decisions']
const MAX_FILES = 40

/** Folders with more files than a reader looks through. */
function fullFolders(paths: readonly string[]): string[] {
  const folders = Object.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/')))
  return Object.entries(folders).flatMap(([folder, files = []]) =>
    files.length > MAX_FILES && !lists.includes(folder)
      ? [`${folder}: ${files.length} files, ${MAX_FILES} at most: group them by what a reader looks for`]
      : [],
  )
}

/** The documents; asvs.md numbers the requirements of OWASP, and has its chapters. */
const documentPaths = (root: string) =>
  globSync(['README.md', 'docs/**/*.md'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'docs/asvs.md')
    .sort()

/**
 * Checks all sources and documents below a repository's root.
 * @returns a sentence for each violation
 */
export function checkSources(root: string): string[] {
  const wrong: string[] = []
  const cites = (path: string, text: string) =>
    text.split('\n').flatMap((line, at) => {
      const cited = citationsIn(line, path)
      return cited.length
        ? [
            `${path}:${at + 1}: cites the specification (${cited.join(', ')}): give the reason itself, or cite a page of docs/`,
          ]
        : []
    })
  const sources = sourcePaths(root)
  for (const path of sources) {
    const text = readFileSync(join(root, path), 'utf8')
    wrong.push(...cites(path, text))
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
  for (const path of sources.filter((each) => !isNumberInput(each)))
    if (bareField.test(readFileSync(join(root, path), 'utf8')))
      wrong.push(
        `${path}: InputNumber loses what is typed in full width: use NumberInput of web/src/kit/form/number-input.tsx`,
      )
  const documents = documentPaths(root)
  for (const path of documents) wrong.push(...cites(path, readFileSync(join(root, path), 'utf8')))
  const styles = globSync('{web,h5,page-kit}/src/**/*.css', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  return [...wrong, ...fullFolders([...sources, ...styles, ...documents])]
}

if (import.meta.main) {
  const wrong = checkSources(repository)
  for (const line of wrong) console.error(line)
  if (wrong.length) process.exit(1)
}
