/**
 * Where to go after sign-in: the requested address if it stays inside the console, else `/`.
 * @param wanted the decoded `redirect` of the login address, of any content
 */
export function safeRedirect(wanted: unknown): string {
  const inside = typeof wanted === 'string' && /^\/(?!\/)[^\\\x00-\x1f\x7f-\x9f]*$/.test(wanted)
  return inside ? wanted : '/'
}
