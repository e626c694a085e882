/**
 * Hides an e-mail address behind its first three characters: `abc***@x.com`.
 * @returns the text as it is where there is nothing to hide (three or fewer before `@`) or it is no address; '' for none
 */
export function maskEmail(email: string | null | undefined): string {
  if (!email) return ''
  const at = email.indexOf('@')
  if (at < 1) return email
  const local = [...email.slice(0, at)]
  return local.slice(0, 3).join('') + '*'.repeat(Math.max(0, local.length - 3)) + email.slice(at)
}

/**
 * Hides the middle of a phone number: `138****5678`. For display of data already permitted; what the server sends
 * masked (AU-66) it masks with the same function.
 * @returns the text as it is up to seven characters; '' for none
 */
export function maskPhone(phone: string | null | undefined): string {
  if (!phone) return ''
  return phone.length > 7 ? `${phone.slice(0, 3)}****${phone.slice(7)}` : phone
}
