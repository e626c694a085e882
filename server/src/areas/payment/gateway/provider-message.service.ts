import type { IncomingHttpHeaders } from 'node:http'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { BadSignature } from '../../../platform/outside/pay-gateway.ts'

/** What a provider sends. */
export type Message = { headers: IncomingHttpHeaders; body: Uint8Array }

/** What a message says whose signature is right. @throws 401 for a wrong one, which is counted unless the provider probes us */
export async function trusted<Said>(ctx: Ctx, provider: string, read: () => Promise<Said>): Promise<Said> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error
    if (!error.isProbe) {
      ctx.platform.measures.countBadSignature(provider)
      ctx.log.warn({ provider, reason: error.message }, 'a message was not signed by its provider')
    }
    // The form in which providers hear that a message failed.
    throw new HttpError(401, 'FAIL', '签名错误')
  }
}

/** PostgreSQL stores no NUL, and JSON needs none. */
export const rawText = (body: Uint8Array) => Buffer.from(body).toString('utf8').replaceAll('\0', '')
