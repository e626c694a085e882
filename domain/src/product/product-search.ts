import { BadInput } from '../errors.ts'

/** Chinese, Japanese and Korean characters stand for themselves; other letters and digits form runs. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー]'
const isCjk = new RegExp(`^${CJK}`, 'u')
const RUNS = new RegExp(`${CJK}+|(?:(?!${CJK})[\\p{L}\\p{M}\\p{N}])+`, 'gu')
const PIECES = /\p{N}+|[^\p{N}]+/gu
/** Longest beginning of a run that is a token, and the most of a run that is asked for. */
const MAX_RUN = 12
const MAX_KEYWORD = 50
/** Codes of so many SKUs are also found by their beginnings. */
const MAX_PREFIXED = 50
const SHORTEST_PREFIX = 4

/** What of a product is searched. */
export type Searched = {
  id: number
  /** Its searched fields, with spaces between them. */
  text: string
  /** Bar codes and own codes of live SKUs. */
  codes: readonly string[]
  /** Its categories and those above them. */
  categoryIds: readonly number[]
}

/** Text as search compares it: compatibility forms unified, lower case, punctuation to single spaces. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** A code as it is compared: without its punctuation. */
export function normaliseCode(code: string): string {
  return normaliseText(code).replaceAll(' ', '')
}

/**
 * The tokens a product is found by (11.1): characters and pairs of Chinese, runs of letters and digits with their beginnings,
 * codes, id, and the filter {@link categoryToken}.
 */
export function productTokens({ id, text, codes, categoryIds }: Searched): string[] {
  return [
    ...new Set([
      String(id),
      ...runsOf(normaliseText(text)).flatMap(tokensOf),
      ...codes.flatMap((code, index) => codeTokens(code, index < MAX_PREFIXED)),
      ...categoryIds.map(categoryToken),
    ]),
  ]
}

/** The text in which longer runs of a keyword are looked for once their tokens were found. */
export function productText({ text, codes }: Pick<Searched, 'text' | 'codes'>): string {
  const vague = codes.filter((code) => runsOf(normaliseText(code)).some(isVague)).map(normaliseCode)
  return [normaliseText(text), ...new Set(vague)].join(' ')
}

export function categoryToken(categoryId: number): string {
  return `c:${categoryId}`
}

/** What a keyword looks for. */
export type Keyword = {
  /** All of them must be there. */
  tokens: string[]
  /** Runs that their tokens do not tell wholly: they must stand in {@link productText}. */
  runs: string[]
  /** As it was typed: a product's id or a SKU's code that equals it comes first. */
  exact: string
}

/**
 * Reads what staff typed into the search field.
 * @returns undefined where it holds nothing that could be looked for
 * @throws {BadInput} above 50 characters
 */
export function readKeyword(typed: string): Keyword | undefined {
  const exact = typed.trim()
  if ([...exact].length > MAX_KEYWORD) throw new BadInput('关键字过长', 'keywords')
  const runs = runsOf(normaliseText(exact))
  if (!runs.length) return undefined
  const tokens = runs.flatMap(askedOf)
  return { tokens: [...new Set(tokens)], runs: [...new Set(runs.filter(isVague))], exact }
}

function runsOf(text: string): string[] {
  return text.match(RUNS) ?? []
}

function tokensOf(run: string): string[] {
  if (isCjk.test(run)) return [...run, ...pairsOf(run)]
  const pieces = run.match(PIECES) ?? []
  return [...new Set([run, ...pieces])].flatMap((piece) => [piece, ...prefixesOf(piece, 2)])
}

/** A code is found by all that is asked for when it is typed, with its punctuation or without. */
function codeTokens(code: string, withPrefixes: boolean): string[] {
  const whole = normaliseCode(code)
  const prefixes = withPrefixes ? prefixesOf(whole, SHORTEST_PREFIX) : []
  return [...[...runsOf(normaliseText(code)), ...runsOf(whole)].flatMap(askedOf), ...prefixes]
}

/** The tokens that are asked for when a run is typed. */
function askedOf(run: string): string[] {
  return isCjk.test(run) ? pairsOf(run) : [cut(run)]
}

/** Whether a run is more than its tokens tell. */
function isVague(run: string): boolean {
  return [...run].length > (isCjk.test(run) ? 2 : MAX_RUN)
}

/** The beginnings of a run that are asked for: up to twelve characters. */
function prefixesOf(run: string, shortest: number): string[] {
  const characters = [...run].slice(0, MAX_RUN)
  return characters.slice(shortest - 1).map((_, index) => characters.slice(0, index + shortest).join(''))
}

/** The adjacent pairs of a run; a single character is its own. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function cut(run: string): string {
  return [...run].slice(0, MAX_RUN).join('')
}
