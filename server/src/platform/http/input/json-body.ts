import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'secure-json-parse'
import { HttpError } from '../errors.ts'
import { isExcessive } from './normalise.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Accepts only JSON for calls without files: strict UTF-8, no prototype keys, bounded depth and lists.
 * Routes declared `raw` get the bytes of any content type.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isRaw(request)) return done(null, body)
    try {
      done(null, body.length ? parseJson(body as Buffer) : undefined)
    } catch {
      done(new HttpError(400, 'BAD_REQUEST', '请求体格式错误，应为 UTF-8 编码的 JSON'))
    }
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (isRaw(request)) done(null, body)
    else done(new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', '不支持的内容类型，请使用 application/json'))
  })
}

const isRaw = ({ routeOptions }: FastifyRequest) => Boolean(routeOptions.config.route?.raw)

/** Reads JSON as strictly in a file as in a request. @throws when the bytes are not acceptable JSON */
export function parseJson(body: Buffer): unknown {
  const value: unknown = parse(utf8.decode(body), { protoAction: 'error', constructorAction: 'error' })
  if (isExcessive(value)) throw new Error('too deep or too long')
  return value
}
