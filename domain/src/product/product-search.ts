import { BadInput } from '../errors.ts'
import { cutText } from '../text.ts'

/** Chinese, Japanese and Korean characters form runs apart from those of other letters and digits. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー]'
const isCjk = new RegExp(`^${CJK}`, 'u')
const RUNS = new RegExp(`${CJK}+|(?:(?!${CJK})[\\p{L}\\p{M}\\p{N}])+`, 'gu')
const PIECES = /\p{N}+|[^\p{N}]+/gu
/** The longest prefix of a run that is a token; searches use no more of a run than this. */
const MAX_RUN = 12
const MAX_KEYWORD = 50
/** Only this many codes of a product are also found by their prefixes. */
const MAX_PREFIXED = 50
const SHORTEST_PREFIX = 4

/** The searched content of a product. */
export type Searched = {
  id: number
  /** Its searched fields and the values of its SKUs, separated by spaces. */
  text: string
  /** Bar codes and own codes of its live SKUs. */
  codes: readonly string[]
  /** Its categories and their ancestors. */
  categoryIds: readonly number[]
}

/** Normalises a text for search: compatibility forms unified, lower case, punctuation replaced by single spaces. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Normalises a code for search: as text, but without punctuation. */
export function normaliseCode(code: string): string {
  return normaliseText(code).replaceAll(' ', '')
}

/**
 * The tokens a product is found by: Chinese characters and their pairs, runs of letters and digits with their
 * prefixes, codes, id, and the filter {@link categoryToken}.
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

/** The text in which the longer runs of a keyword are looked up once their tokens match. */
export function productText({ text, codes }: Pick<Searched, 'text' | 'codes'>): string {
  const vague = codes.filter((code) => runsOf(normaliseText(code)).some(isVague)).map(normaliseCode)
  return [normaliseText(text), ...new Set(vague)].join(' ')
}

export function categoryToken(categoryId: number): string {
  return `c:${categoryId}`
}

/** A parsed search keyword. */
export type Keyword = {
  /** A match has all of them. */
  tokens: string[]
  /** Runs that their tokens do not cover completely: {@link productText} must contain them. */
  runs: string[]
  /** The keyword as typed: products whose id or SKU code equals it come first. */
  exact: string
}

/**
 * Parses the content of the search field.
 * @returns undefined when there is nothing to search for
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

/** The words of a keyword as they were typed, normalised. */
export const wordsOf = ({ exact }: Pick<Keyword, 'exact'>): string[] => normaliseText(exact).split(' ')

function runsOf(text: string): string[] {
  return text.match(RUNS) ?? []
}

function tokensOf(run: string): string[] {
  if (isCjk.test(run)) return [...run, ...pairsOf(run)]
  const pieces = run.match(PIECES) ?? []
  return [...new Set([run, ...pieces])].flatMap((piece) => [piece, ...prefixesOf(piece, 2)])
}

/** The tokens of a code: those that a search for it uses, with or without punctuation. */
function codeTokens(code: string, withPrefixes: boolean): string[] {
  const whole = normaliseCode(code)
  const prefixes = withPrefixes ? prefixesOf(whole, SHORTEST_PREFIX) : []
  return [...[...runsOf(normaliseText(code)), ...runsOf(whole)].flatMap(askedOf), ...prefixes]
}

/** The tokens that a search for a run uses. */
function askedOf(run: string): string[] {
  return isCjk.test(run) ? pairsOf(run) : [cutText(run, MAX_RUN)]
}

/** Whether a run is longer than its tokens cover. */
function isVague(run: string): boolean {
  return [...run].length > (isCjk.test(run) ? 2 : MAX_RUN)
}

/** The searchable prefixes of a run: up to twelve characters. */
function prefixesOf(run: string, shortest: number): string[] {
  const characters = [...run].slice(0, MAX_RUN)
  return characters.slice(shortest - 1).map((_, index) => characters.slice(0, index + shortest).join(''))
}

/** The adjacent pairs of a run; a single character stays alone. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
