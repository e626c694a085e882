/** Longest password, in code points. */
const MAX_LENGTH = 64

const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u]

export type PasswordRules = {
  /** Setting `password_min_length`, in code points. */
  minLength: number
  /** Setting `password_classes`: how many of lower, upper, digit and symbol. */
  classes: number
  /** The owner of the password: none of these may be part of it. */
  identity: { username?: string | null; phone?: string | null; email?: string | null }
  /** Recognises the most common passwords. The browser has no list and leaves this check to the server. */
  isCommon?: (password: string) => boolean
}

/**
 * Judges a new password by itself; the service checks whether it was used before (AU-50).
 * Anything that is neither lower case, upper case nor a digit counts as a symbol, including spaces and Chinese.
 * @returns the first problem, in Chinese for staff, or undefined when the password is acceptable
 */
export function passwordProblems(password: string, rules: PasswordRules): string | undefined {
  const length = [...password].length
  if (length < rules.minLength) return `密码长度不能少于${rules.minLength}位`
  if (length > MAX_LENGTH) return `密码长度不能超过${MAX_LENGTH}位`
  const classes = CLASSES.filter((kind) => kind.test(password)).length
  if (classes < rules.classes) return `密码须包含大写字母、小写字母、数字、符号中的至少${rules.classes}种`
  if (namesOwner(password, rules.identity)) return '密码不能包含账号信息'
  if (rules.isCommon?.(password)) return '密码过于常见，请更换'
  return undefined
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

function namesOwner(password: string, { username, phone, email }: PasswordRules['identity']): boolean {
  const lowered = password.toLowerCase()
  const words = [username, phone, email?.split('@')[0]].map((word) => word?.trim().toLowerCase() ?? '')
  // Otherwise a one-letter mailbox would forbid that letter.
  return words.some((word) => word.length > 1 && lowered.includes(word))
}
