import type { OnlineUser, OnlineUserQuery } from '@zhanggui/contract/staff/online-user.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { allRead } from '../../../platform/data/filters.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { type Page, readPage } from '../../../platform/http/paging.ts'
import * as users from '../admin-user/admin-user.repository.ts'
import { requireOver } from '../role/rights.service.ts'
import { kickSession } from '../sign-in/session.service.ts'
import * as online from './online-user.repository.ts'

/** Those online besides staff, from the area that knows them. */
export type OnlineGuests = {
  list(
    ctx: Ctx,
    filter: string | undefined,
    page: Page,
  ): Promise<{ rows: OnlineUser[]; total: number; totalIsLowerBound?: true }>
  /** Ends sessions. Returns those that it knew, with the names of their owners. */
  end(tx: Ctx, keys: readonly string[]): Promise<{ key: string; name: string }[]>
}

/** Adds the buyers to the list of who is online. */
export const onlineGuests = defineHook<OnlineGuests>('guests online')

/** A page of the signed-in users, most recently active first. Buyers, type 1, have their channel as post. */
export async function listOnlineUsers(ctx: Ctx, { page, limit, ...filter }: OnlineUserQuery) {
  const paging = readPage({ page, limit })
  const { rows, ...count } = await findOnlineUsers(ctx, filter, paging)
  return { list: rows, ...count, page: paging.page, limit: paging.limit }
}

/** All rows of the same list, for exports, with their total. */
export async function findOnlineUsers(
  ctx: Ctx,
  { filter, type = 0, ...left }: OnlineUserQuery,
  page: Page,
): ReturnType<OnlineGuests['list']> {
  allRead(left)
  const [guests] = ctx.platform.hooks.of(onlineGuests)
  if (type === 1) return guests ? guests.list(ctx, filter, page) : { rows: [], total: 0 }
  const { rows: found, total } = await online.list(ctx, filter, page)
  const rows = found.map(
    ({ session, username, nickName, job }): OnlineUser => ({
      key: session.id,
      userName: username,
      nickName,
      job: job ?? '',
      browser: session.browser,
      os: session.os,
      ip: session.ip,
      address: session.address,
      loginTime: toWireTime(session.loginTime),
      lastActiveTime: toWireTime(session.lastActiveAt),
      current: session.id === ctx.actor.sessionId,
    }),
  )
  return { rows, total }
}

/**
 * Ends sessions of other users or of buyers at once, all or none; sessions that have ended meanwhile stay ended.
 * @throws 403 for a user not below the caller, 404 for a session that never existed, 422 for the caller's own
 */
export async function kickOnlineUsers(ctx: Ctx, keys: readonly string[]): Promise<void> {
  if (keys.includes(ctx.actor.sessionId)) throw new Refusal('不能强退当前会话')
  await inTransaction(ctx, async (tx) => {
    const owners = await online.listOwners(tx, keys)
    const staff = new Set(owners.map(({ id }) => id))
    const others = keys.filter((key) => !staff.has(key))
    const [guests] = tx.platform.hooks.of(onlineGuests)
    const buyers = others.length && guests ? await guests.end(tx, others) : []
    if (buyers.length < others.length) throw notFound('会话')
    for (const { key, name } of buyers)
      await audit(tx, { action: 'kick', objectType: 'buyer-session', objectId: key, objectName: name })
    const held = await users.listHeld(tx, [...new Set(owners.map(({ userId }) => userId))])
    for (const { id, userId, username } of owners) {
      const own = held.filter((role) => role.userId === userId)
      if (userId !== tx.actor.userId) requireOver(tx.actor, own)
      await kickSession(tx, userId, id)
      await audit(tx, { action: 'kick', objectType: 'session', objectId: id, objectName: username })
    }
  })
}
