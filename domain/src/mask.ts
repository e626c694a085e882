/**
 * Hides an e-mail address behind its first three characters: `abc***@x.com`.
 * @returns the text unchanged where there is nothing to hide (three or fewer before `@`) or no address; '' for none
 */
export function maskEmail(email: string | null | undefined): string {
  if (!email) return ''
  const at = email.indexOf('@')
  if (at < 1) return email
  const local = [...email.slice(0, at)]
  return local.slice(0, 3).join('') + '*'.repeat(Math.max(0, local.length - 3)) + email.slice(at)
}

/**
 * Hides the middle of a phone number: `138****5678`. For the display of permitted data; the server masks its answers
 * with the same function.
 * @returns the text unchanged up to seven characters; '' for none
 */
export function maskPhone(phone: string | null | undefined): string {
  if (!phone) return ''
  return phone.length > 7 ? `${phone.slice(0, 3)}****${phone.slice(7)}` : phone
}

/** Shows a number such as that of an identity card by its first three and last four characters: `110****1234`. */
export function maskNumber(number: string): string {
  return number.length > 7 ? `${number.slice(0, 3)}****${number.slice(-4)}` : number
}

/** Shows a nickname in public by its first and last characters, `小**山`; of a short one only the first. */
export function maskName(name: string): string {
  const all = [...name]
  const [first = '', last] = [all[0], all.length > 2 ? all.at(-1) : '']
  return `${first}**${last}`
}
