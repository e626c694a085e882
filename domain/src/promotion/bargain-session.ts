/** Where a bargain (砍价单) stands: 1 it is being cut, 2 it was not finished or not ordered in time, or was given up, 3 the lowest price is reached. */
export const sessionStatuses = [1, 2, 3] as const
export const sessionStatusWords = { 1: '进行中', 2: '未完成', 3: '已成功' } as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** What a buyer can do with a bargain, or why nothing, by the number on the wire. */
export const bargainStates = {
  1: '可以发起',
  2: '发起次数已用完',
  3: '砍价中',
  4: '已结束',
  5: '可以帮砍',
  6: '已帮砍',
  7: '帮砍次数已用完',
  8: '订单待付款',
  9: '已购买',
  10: '订单已关闭',
  11: '已抢光',
} as const
export type BargainState = keyof typeof bargainStates

/** What decides whether the owner of a session may order now. */
export type OrderedSession = {
  status: SessionStatus
  /** An order of it that is not closed. */
  hasOrder: boolean
  /** By when a won one is ordered; null of others. */
  orderDeadline: Date | null
}

/** Why no order can be made of a session; undefined when one can. @param session null for one that is not the buyer's, or not there */
export function orderRefusal(
  session: OrderedSession | null,
  now: Date,
): { status: 404 | 409 | 422; message: string } | undefined {
  if (!session) return { status: 404, message: '砍价记录不存在' }
  const { status, hasOrder, orderDeadline } = session
  if (status === 1) return { status: 422, message: '请先完成砍价活动' }
  if (hasOrder) return { status: 409, message: '该砍价活动已创建了订单' }
  if (status === 2 || !orderDeadline || orderDeadline < now) return { status: 422, message: '砍价活动已过期' }
  return undefined
}

/** Why no session of a bargain can be started in its phase; undefined while it runs. */
export const startRefusals = {
  closed: '砍价商品已下架',
  upcoming: '砍价活动未开始',
  ended: '砍价活动已结束',
  running: undefined,
} as const

/** What decides whether somebody may cut the price of a session. */
export type CutSession = {
  status: SessionStatus
  isCancelled: boolean
  stopAt: Date
  /** The product is for sale. */
  onSale: boolean
  /** What is left of the activity: nobody cuts for nothing. */
  quota: number
  /** Whoever asks has cut it already. */
  hasHelped: boolean
}

/** Why a session cannot be cut; undefined when it can. How many sessions somebody may help is settled by the database. */
export function cutRefusal(session: CutSession, now: Date): { status: 409 | 422; message: string } | undefined {
  const { status, isCancelled, stopAt, onSale, quota, hasHelped } = session
  if (status === 3) return { status: 409, message: '砍价已完成' }
  if (isCancelled) return { status: 422, message: '砍价已取消' }
  if (status === 2 || now >= stopAt) return { status: 422, message: '砍价活动已结束' }
  if (!onSale) return { status: 422, message: '砍价商品已下架' }
  if (hasHelped) return { status: 409, message: '您已经砍过了' }
  return quota > 0 ? undefined : { status: 409, message: '砍价商品已抢光' }
}

/** What becomes of a session, as its page asks. */
export type ShownSession = {
  isOwn: boolean
  status: SessionStatus
  stopAt: Date
  orderDeadline: Date | null
  /** Of its newest order; '' of none. */
  order: '' | 'unpaid' | 'paid' | 'closed'
  hasHelped: boolean
  /** The caller has helped as many others as one may. */
  isHelpUsedUp: boolean
}

/** What the page of an activity knows of it and of the caller. */
export type BargainFacts = { isRunning: boolean; quota: number; isStartUsedUp: boolean }

/**
 * What the caller can do, with a session that is shown or without one.
 * @param session null for none
 */
export function bargainState(activity: BargainFacts, session: ShownSession | null, now: Date): BargainState {
  if (session?.status === 1 && now < session.stopAt) return cutState(activity, session)
  if (session?.status === 3) {
    const done = wonState(session, now)
    if (done) return done
  }
  if (session && !session.isOwn) return session.order === 'paid' ? 9 : session.order === 'closed' ? 10 : 4
  const noStart = noStartState(activity)
  if (!noStart) return 1
  return session?.order === 'paid' ? 9 : noStart
}

/** What becomes of a session of the caller in a list of them: one that was bought stays bought, though another may be started. */
export const recordState = (activity: BargainFacts, session: ShownSession, now: Date): BargainState =>
  session.order === 'paid' ? 9 : bargainState(activity, session, now)

/** Why the caller cannot start a session; undefined when they can. */
function noStartState({ isRunning, isStartUsedUp, quota }: BargainFacts): BargainState | undefined {
  if (!isRunning) return 4
  if (isStartUsedUp) return 2
  return quota > 0 ? undefined : 11
}

function cutState({ quota }: BargainFacts, { isOwn, hasHelped, isHelpUsedUp }: ShownSession): BargainState {
  if (quota <= 0) return 11
  if (isOwn) return 3
  if (hasHelped) return 6
  return isHelpUsedUp ? 7 : 5
}

/** Of a won one: what is to be done with it. Undefined once it is bought, or too late, so that its owner may start another. */
function wonState({ isOwn, order, orderDeadline }: ShownSession, now: Date): BargainState | undefined {
  if (!isOwn || order === 'paid') return undefined
  if (order === 'unpaid') return 8
  if (!orderDeadline || orderDeadline < now) return undefined
  return order === 'closed' ? 10 : 4
}
