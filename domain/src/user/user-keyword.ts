import { tidyKeyword } from '../keyword.ts'

/** What staff may mean by the text they search customers by. */
export type UserKeyword = { phone?: string; uid?: number; name: string }

/** Reads a search for customers: a phone, a number, or the beginning of a name; digits may be all three. */
export function readUserKeyword(typed: string): UserKeyword {
  const name = typed.trim()
  const number = tidyKeyword(typed)
  const uid = /^\d{1,15}$/.test(number) ? Number(number) : 0
  return { name, ...(/^1[3-9]\d{9}$/.test(number) && { phone: number }), ...(uid > 0 && { uid }) }
}
