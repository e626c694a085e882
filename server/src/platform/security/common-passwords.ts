import { createRequire } from 'node:module'

/** Loaded with the first new password: the lists are large. */
const load = createRequire(import.meta.url)

let common: Set<string> | undefined

/** Whether a password is among the 10,000 most common ones, ignoring case (AU-50). */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readLists().dictionary['passwords-common'].slice(0, 10_000))
  return common.has(password.toLowerCase())
}

function readLists() {
  return load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
}
