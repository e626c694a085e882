const dayInSeconds = 86_400

/** The session's token from the page's cookies; undefined when signed out. */
export function readToken(cookies: string): string | undefined {
  return readCookie(cookies, 'ADMIN-TOKEN') || undefined
}

/** Initial values of the sign-in form: only the remembered name, never a password. */
export function readRemembered(cookies: string): { username: string; rememberMe: boolean } {
  return {
    username: readCookie(cookies, 'username') ?? '',
    rememberMe: readCookie(cookies, 'rememberMe') === 'true',
  }
}

/**
 * The cookies to write after sign-in, each a string for `document.cookie`.
 * @param secure whether the page was loaded over https
 */
export function signInCookies(
  { token, username, rememberMe }: { token: string; username: string; rememberMe: boolean },
  secure: boolean,
): string[] {
  if (!rememberMe)
    return [cookie('ADMIN-TOKEN', token, secure), removal('username', secure), removal('rememberMe', secure)]
  return [
    cookie('ADMIN-TOKEN', token, secure, 1),
    cookie('username', username, secure, 1),
    cookie('rememberMe', 'true', secure, 1),
  ]
}

/** Removes the token; the remembered name stays. */
export function signOutCookie(secure: boolean): string {
  return removal('ADMIN-TOKEN', secure)
}

/** The value of a cookie; undefined if it is missing or cannot be decoded. */
export function readCookie(cookies: string, name: string): string | undefined {
  const pair = cookies.split('; ').find((part) => part.startsWith(`${name}=`))
  if (!pair) return undefined
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}

/** A string for `document.cookie`. @param days its lifetime; a session cookie if omitted */
export function cookie(name: string, value: string, secure: boolean, days?: number): string {
  const lifetime = days === undefined ? '' : `; max-age=${days * dayInSeconds}`
  return `${name}=${encodeURIComponent(value)}; path=/; SameSite=Strict${secure ? '; Secure' : ''}${lifetime}`
}

function removal(name: string, secure: boolean): string {
  return cookie(name, '', secure, 0)
}
