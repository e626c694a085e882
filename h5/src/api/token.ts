const NAME = 'h5-token'
/** The server ends a session after seven days without a call; until then the cookie must be there. */
const DAYS = 90

type Heard = (token: string | undefined) => void
const listeners = new Set<Heard>()
let known = readCookie()

function readCookie(): string | undefined {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${NAME}=`))
  return pair?.slice(NAME.length + 1) || undefined
}

/** The buyer's token as the cookie has it now: another tab may have signed in or out; every reader of the token is notified. */
export function readToken(): string | undefined {
  const token = readCookie()
  if (token !== known) {
    known = token
    for (const hear of listeners) hear(token)
  }
  return token
}

/** The token as it was read last, for drawing: reading may tell others that it changed. */
export const knownToken = (): string | undefined => known

/** Keeps the token of a sign-in, or none. */
export function setToken(token: string | undefined): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const seconds = token ? DAYS * 86_400 : 0
  // Lax, as buyers come from WeChat and from the page on which they paid.
  document.cookie = `${NAME}=${token ?? ''}; path=/h5; SameSite=Lax; max-age=${seconds}${secure}`
  readToken()
}

/** @returns the function that stops listening */
export function onToken(hear: Heard): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}
