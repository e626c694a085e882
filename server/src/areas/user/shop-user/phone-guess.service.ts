import type { Route } from '@zhanggui/contract/routes.ts'
import type { TObject } from '@zhanggui/contract/schema.ts'
import { phonesIn } from '@zhanggui/domain/keyword.ts'
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

/**
 * Keeps those who see phones masked from finding the hidden digits by trying (decision 0061): a whole number that finds nothing
 * is counted once an hour, one that finds somebody is not.
 * @throws 429 for a further number after too many
 */
export async function watchPhoneGuesses(ctx: Ctx, route: Route, asked: Record<string, unknown>) {
  const { caller, shopper } = ctx
  if (!(caller || shopper) || (caller && holds(ctx.actor, SEE_SENSITIVE))) return undefined
  const phones = phonesSought(route, asked)
  if (!phones.length) return undefined
  const name = `phones ${caller ? caller.userId : `buyer ${ctx.buyer.uid}`}`
  for (const phone of phones) {
    const { wait } = await takeDifferent(ctx, name, phone, MISSES)
    if (wait !== undefined) throw await refuse(ctx, phone, wait)
  }
  return async (answer: unknown) => {
    if (hasFound(answer)) await Promise.all(phones.map((phone) => giveBackDifferent(ctx, name, phone, MISSES)))
  }
}

async function refuse(ctx: Ctx, phone: string, retryAfter: number): Promise<HttpError> {
  const { caller } = ctx
  const noted = caller && (await ctx.platform.limits.take(`phones noted ${caller.userId}`, NOTED))
  if (noted?.allowed)
    await inTransaction(ctx, (tx) =>
      audit(tx, { action: 'guess', objectType: 'shop-user', objectId: '', objectName: maskPhone(phone) }),
    )
  const message = `一小时内查了太多没有结果的手机号，请约 ${Math.ceil(retryAfter / 60)} 分钟后再查，或改用姓名、手机后四位`
  return new HttpError(429, 'TOO_MANY_LOOKUPS', message, { retryAfter })
}

/**
 * The different numbers that are looked for: in all that a reading call asks for, of a form that names a customer by their phone,
 * in that alone, and in the filter of a call that changes what it finds.
 */
function phonesSought(route: Route, { uid, customerPhone, ...asked }: Record<string, unknown>): string[] {
  const isForm = 'customerPhone' in ((route.body as TObject | undefined)?.properties ?? {})
  const isReading = route.method === 'GET' || route.whileSeeing
  const named = isReading && uid === undefined ? customerPhone : undefined
  const sought = isForm ? [named] : isReading ? textsIn(asked) : keywordsIn(asked)
  return [...new Set(sought.flatMap((text) => (typeof text === 'string' ? phonesIn(text) : [])))]
}

const textsIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [value]

function keywordsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => (name === 'keywords' ? [each] : keywordsIn(each)))
}

/** Whether an answer has rows, groups of them, or the customer that was asked for. */
function hasFound(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length > 0
  if (!isRow(answer)) return false
  const { list, content, groups, sample, customer } = answer
  return Boolean(customer) || [list, content, groups, sample].some((rows) => Array.isArray(rows) && rows.length > 0)
}
