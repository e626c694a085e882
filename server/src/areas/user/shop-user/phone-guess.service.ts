import type { Route } from '@zhanggui/contract/routes.ts'
import type { TObject } from '@zhanggui/contract/schema.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { audit } from '../../../platform/data/audit.ts'
import { isRow } from '../../../platform/data/masked.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { giveBackDifferent, type Limit, takeDifferent } from '../../../platform/http/rate-limit.ts'
import { SEE_SENSITIVE } from './shop-user.service.ts'

/** Different whole numbers that nobody has, looked up by one person. */
const MISSES: Limit = { max: 60, seconds: 3600 }
/** The trail has one entry for that time. */
const NOTED: Limit = { max: 1, seconds: 3600 }

/** A mobile number on its own in a text, written in any of the usual ways. */
const PHONE = /(?<!\d)(?:\+?86[ -]?)?(1[3-9]\d)[ -]?(\d{4})[ -]?(\d{4})(?!\d)/g

/**
 * Keeps those who see phones masked from finding the hidden digits by trying (decision 0061): a whole number that finds nothing
 * is counted once an hour, one that finds somebody is not.
 * @throws 429 for a further number after too many
 */
export async function watchPhoneGuesses(ctx: Ctx, route: Route, asked: Record<string, unknown>) {
  const { caller } = ctx
  if (!caller || holds(ctx.actor, SEE_SENSITIVE)) return undefined
  const phones = phonesIn(route, asked)
  if (!phones.length) return undefined
  const name = `phones ${caller.userId}`
  for (const phone of phones) {
    const seconds = await takeDifferent(ctx, name, phone, MISSES)
    if (seconds !== undefined) throw await refuse(ctx, phone, seconds)
  }
  return async (answer: unknown) => {
    if (hasFound(answer)) await Promise.all(phones.map((phone) => giveBackDifferent(ctx, name, phone, MISSES)))
  }
}

async function refuse(ctx: Ctx, phone: string, retryAfter: number): Promise<HttpError> {
  const { allowed } = await ctx.platform.limits.take(`phones noted ${ctx.caller?.userId}`, NOTED)
  if (allowed)
    await inTransaction(ctx, (tx) =>
      audit(tx, { action: 'guess', objectType: 'shop-user', objectId: '', objectName: maskPhone(phone) }),
    )
  const message = `一小时内查了太多没有结果的手机号，请约 ${Math.ceil(retryAfter / 60)} 分钟后再查，或改用姓名、手机后四位`
  return new HttpError(429, 'TOO_MANY_LOOKUPS', message, { retryAfter })
}

/** The different numbers that are looked for; of a draft order, that of the customer, unless they are named by their id. */
function phonesIn({ body }: Route, { uid, customerPhone, ...asked }: Record<string, unknown>): string[] {
  const isForm = 'customerPhone' in ((body as TObject | undefined)?.properties ?? {})
  const sought = isForm ? [uid === undefined ? customerPhone : undefined] : Object.values(asked).flat()
  const found = sought.flatMap((text) => (typeof text === 'string' ? [...text.normalize('NFKC').matchAll(PHONE)] : []))
  return [...new Set(found.map(([, ...parts]) => parts.join('')))]
}

/** Whether an answer has rows, groups of them, or the customer that was asked for. */
function hasFound(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length > 0
  if (!isRow(answer)) return false
  const { list, content, groups, customer } = answer
  return Boolean(customer) || [list, content, groups].some((rows) => Array.isArray(rows) && rows.length > 0)
}
