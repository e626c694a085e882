import type { RevealType } from '@zhanggui/contract/setting/reveal.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { forgetDifferent, type Limit, takeDifferent } from '../../../platform/http/rate-limit.ts'
import { getSettings } from '../setting/setting.service.ts'

/** What of an object may be revealed: the areas that mask it add it. */
export type Revealer = {
  type: RevealType
  /** The object's name in the contract, for the audit trail. */
  objectType: string
  /** The value in full and what the object is called; undefined outside the caller's data scope and for other fields. */
  find(ctx: Ctx, id: number, field: string): Promise<{ value: string; name: string; label: string } | undefined>
}
export const revealers = defineHook<Revealer>('revealers')

type Asked = { type: RevealType; id: number; field: string }

const DAY_SECONDS = 24 * 3600
/** The trail has one entry a day of those who want more than they may see. */
const NOTED: Limit = { max: 1, seconds: DAY_SECONDS }
const dayOf = ({ actor, now }: Ctx) => `${actor.userId} ${toWireDay(now())}`

/**
 * Takes a value that is shown in full from what the caller may see a day; the same value is counted once.
 * @returns how to give it back when it is not shown after all; undefined when there is no more for today
 */
export async function takeReveal(ctx: Ctx, what: string): Promise<(() => Promise<void>) | undefined> {
  const { reveal_daily_limit: max } = await getSettings(ctx)
  const [name, limit] = [`reveals ${dayOf(ctx)}`, { max, seconds: DAY_SECONDS }]
  const { wait, isNew } = await takeDifferent(ctx, name, what, limit)
  if (wait !== undefined) return undefined
  // What is not there today may be there later, and is then a value like any other.
  return async () => {
    if (isNew) await forgetDifferent(ctx, name, what, limit)
  }
}

async function refuse(ctx: Ctx): Promise<HttpError> {
  const { reveal_daily_limit: max } = await getSettings(ctx)
  const { allowed } = await ctx.platform.limits.take(`reveals noted ${dayOf(ctx)}`, NOTED)
  if (allowed)
    await inTransaction(ctx, (tx) =>
      audit(tx, { action: 'unmaskOver', objectType: 'reveal', objectId: '', objectName: `${max} 项` }),
    )
  const message = `今天已查看 ${max} 项完整信息，达到每日上限，请明天再查，或请管理员在安全设置中调整`
  return new HttpError(429, 'TOO_MANY_LOOKUPS', message)
}

/** A masked value in full, with its entry in the audit trail. @throws 404, 429 after as many as the shop allows a day */
export async function revealValue(ctx: Ctx, asked: Asked): Promise<{ value: string }> {
  const giveBack = await takeReveal(ctx, `${asked.type} ${asked.id} ${asked.field}`)
  if (!giveBack) throw await refuse(ctx)
  try {
    return await show(ctx, asked)
  } catch (error) {
    await giveBack()
    throw error
  }
}

function show(ctx: Ctx, { type, id, field }: Asked): Promise<{ value: string }> {
  return inTransaction(ctx, async (tx) => {
    const revealer = tx.platform.hooks.of(revealers).find((each) => each.type === type)
    const found = await revealer?.find(tx, id, field)
    if (!revealer || !found) throw notFound()
    const { objectType } = revealer
    await audit(tx, { action: 'unmask', objectType, objectId: id, objectName: `${found.name}的${found.label}` })
    return { value: found.value }
  })
}
