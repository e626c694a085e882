import { createRequire } from 'node:module'

/** Loaded with the first new password: the lists are large. */
const load = createRequire(import.meta.url)

/** What people append to a known password is at most this long; longer random parts are worth something. */
const MAX_ORNAMENT = 5
const LETTERS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

let common: Set<string> | undefined

/**
 * Whether a password is among the 49,000 most frequent ones of leaks, also in other cases, with digits for letters,
 * backwards, doubled, or with a few digits and signs around it: what guessers try first.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readLists().dictionary['passwords-common'])
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const half = lower.slice(0, lower.length / 2)
  const bases = [lower, [...lower].reverse().join(''), ...(half + half === lower ? [half] : [])]
  if (core.length >= 4 && lower.length - core.length <= MAX_ORNAMENT) bases.push(core)
  return bases.some(
    (base) => common?.has(base) || common?.has(base.replace(/[@4310!$57]/g, (sign) => LETTERS[sign] ?? sign)),
  )
}

function readLists() {
  return load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
}
