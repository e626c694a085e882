import { isHabitual } from './password-habit.ts'

/** Longest password, in code points. */
const MAX_LENGTH = 64
/** A password with fewer characters that do not merely follow from those before is one run, or a few. */
const MIN_FRESH = 5

const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u]

/** The owner of a password: none of these may be part of it. */
export type PasswordOwner = { username?: string | null; phone?: string | null; email?: string | null }

export type PasswordRules = {
  /** Setting `password_min_length`, in code points. */
  minLength: number
  identity: PasswordOwner
  /** The names of the shop and the product, which guessers try as well. */
  words?: readonly string[]
  /** Recognises leaked and common passwords. The browser has no list and leaves this check to the server. */
  isCommon?: (password: string) => boolean
}

/**
 * Judges a new password by itself; the service checks whether it was used before. There are no rules of
 * composition: length and what guessers try first decide (NIST SP 800-63B, decision 0027).
 * @returns the first problem, in Chinese for staff, or undefined when the password is acceptable
 */
export function passwordProblems(password: string, rules: PasswordRules): string | undefined {
  return (
    lengthProblem(password, rules.minLength) ??
    ownerProblem(password, rules.identity) ??
    (contains(password, rules.words ?? []) ? '密码不能包含店铺或系统的名称' : undefined) ??
    runProblem(password) ??
    (isHabitual(password) ? '密码是常见的组合（姓名拼音、日期、谐音数字），请更换' : undefined) ??
    (rules.isCommon?.(password) ? '密码过于常见或曾被泄露，请更换' : undefined)
  )
}

export function lengthProblem(password: string, minLength: number): string | undefined {
  const length = [...password].length
  if (length < minLength) return `密码长度不能少于${minLength}位`
  return length > MAX_LENGTH ? `密码长度不能超过${MAX_LENGTH}位` : undefined
}

export function ownerProblem(password: string, owner: PasswordOwner): string | undefined {
  return namesOwner(password, owner) ? '密码不能包含账号信息' : undefined
}

/** Refuses repetitions (aaaa, abcabc), sequences (1234, a1b2c3) and runs over the keyboard (qwerty, 1qaz2wsx). */
export function runProblem(password: string): string | undefined {
  const typed = [...password.toLowerCase()]
  const fresh = typed.filter((_, place) => !followsFrom(typed, place)).length
  return fresh < MIN_FRESH ? '密码过于简单，请避免重复、连续的字符和键盘顺序' : undefined
}

/** Whether a character continues a run, two interleaved ones, or the repetition of what was typed before. */
function followsFrom(typed: readonly string[], place: number): boolean {
  const [now = '', before = '', second = '', third = ''] = [0, 1, 2, 3].map((back) => typed[place - back] ?? '')
  if (isNear(now, before) || (isNear(now, second) && isNear(before, third))) return true
  return typed.some((each, earlier) => earlier > 0 && earlier < place && each === now && typed[earlier - 1] === before)
}

const KEYBOARD = ['`1234567890-=', ' qwertyuiop[]\\', " asdfghjkl;'", ' zxcvbnm,./']
const SHIFTED = ['~!@#$%^&*()_+', ' QWERTYUIOP{}|', ' ASDFGHJKL:"', ' ZXCVBNM<>?']
const keys = new Map(
  [KEYBOARD, SHIFTED].flatMap((rows) =>
    rows.flatMap((keysOfRow, row) => [...keysOfRow].map((key, column) => [key, { row, column }] as const)),
  ),
)

/** Whether two characters are equal, neighbours in the alphabet, or next to each other in a row or column of keys. */
function isNear(one: string, other: string): boolean {
  if (!one || !other) return false
  if (Math.abs((one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)) <= 1) return true
  const [a, b] = [keys.get(one), keys.get(other)]
  return a !== undefined && b !== undefined && Math.abs(a.row - b.row) + Math.abs(a.column - b.column) <= 1
}

/**
 * Estimates how hard a password is to guess, for the strength bar; only the policy decides.
 * @returns 0 (instantly) to 4 (practically never)
 */
export function passwordStrength(password: string): number {
  const pool = [26, 26, 10, 33].reduce((sum, size, kind) => sum + (CLASSES[kind]?.test(password) ? size : 0), 0)
  const bits = surprises(password) * Math.log2(Math.max(pool, 1))
  return [25, 45, 60, 75].filter((enough) => bits >= enough).length
}

/** Counts the characters that do not merely repeat or continue the one before, as in aaaa, abcd and 4321. */
function surprises(password: string): number {
  const points = [...password].map((character) => character.codePointAt(0) ?? 0)
  return points.filter((point, place) => Math.abs(point - (points[place - 1] ?? Number.POSITIVE_INFINITY)) > 1).length
}

function namesOwner(password: string, { username, phone, email }: PasswordOwner): boolean {
  return contains(password, [username, phone, email?.split('@')[0]])
}

function contains(password: string, words: readonly (string | null | undefined)[]): boolean {
  const lowered = password.toLowerCase()
  // Otherwise a one-letter mailbox would forbid that letter.
  return words.map((word) => word?.trim().toLowerCase() ?? '').some((word) => word.length > 1 && lowered.includes(word))
}
