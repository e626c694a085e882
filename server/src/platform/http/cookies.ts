import type { FastifyReply, FastifyRequest } from 'fastify'

export type CookieOptions = {
  /** The paths it is sent to. */
  path: string
  seconds: number
}

/** The cookies of one call. They never say who is calling (SEC-13). */
export type Cookies = {
  get(name: string): string | undefined
  /** Gives the browser a cookie that pages cannot read, for this site alone. The value is of base64url's characters. */
  set(name: string, value: string, options: CookieOptions): void
}

export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  return {
    get: (name) => {
      const pair = (request.headers.cookie ?? '').split('; ').find((each) => each.startsWith(`${name}=`))
      return pair?.slice(name.length + 1) || undefined
    },
    set: (name, value, { path, seconds }) => {
      reply.header(
        'Set-Cookie',
        `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
      )
    },
  }
}
