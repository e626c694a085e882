import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

export type CookieOptions = {
  /** The browser sends it to these paths only. */
  path: string
  seconds: number
}

/** The cookies of one call, independent of the HTTP library. They never identify the caller. */
export type Cookies = {
  get(name: string): string | undefined
  /** Sets a cookie for this site only, which scripts cannot read. */
  set(name: string, value: string, options: CookieOptions): void
}

export function cookiesOf(request: FastifyRequest, reply: FastifyReply, { publicUrl }: Config): Cookies {
  return {
    get: (name) => request.cookies[name] || undefined,
    set: (name, value, { path, seconds }) => {
      const secure = request.protocol === 'https' || publicUrl?.startsWith('https:')
      reply.setCookie(name, value, { path, maxAge: seconds, httpOnly: true, sameSite: 'strict', secure })
    },
  }
}
