/** Where a team stands: 1 it waits for members, 2 it is complete, 3 it was not completed in time. */
export const teamStatuses = [1, 2, 3] as const
export const teamStatusWords = { 1: '进行中', 2: '已成功', 3: '未完成' } as const
export type TeamStatus = (typeof teamStatuses)[number]

/** Why a team ended: its places were taken, or filled by the system or by staff; its time was over; all members left. */
export const teamEndReasons = {
  full: '人数已满',
  virtual: '系统补齐',
  staff: '商家补齐',
  due: '到期未满',
  left: '成员全部退出',
} as const
export type TeamEndReason = keyof typeof teamEndReasons

const HOUR_MS = 3600_000
/** An order that opens a team is refused this long before the activity ends: nobody gets seconds to pay. */
export const TIME_TO_PAY_MS = 5 * 60_000

/** A team as somebody who wants a place in it finds it. */
export type TeamFacts = {
  status: TeamStatus
  people: number
  memberCount: number
  stopAt: Date
  /** Whoever asks has a place in it. */
  isMember: boolean
}

/** What decides whether a paid order may open a team. That it is closed does not matter: its orders go on. */
export type OpenerFacts = {
  isDel: boolean
  /** The product is for sale. */
  onSale: boolean
  stopAt: Date
  effectiveHours: number
}

/** What a paid order gets: a place in its team, which may complete it, a team of its own, or none, and its money goes back. */
export type Seat = { kind: 'join'; completes: boolean } | { kind: 'open'; stopAt: Date } | { kind: 'none' }

/**
 * Which place an order gets when its money comes. A join is judged by the team, an opening by the activity.
 * @param team that it asked to join; null to open one
 */
export function seatOf(team: TeamFacts | null, activity: OpenerFacts, now: Date): Seat {
  if (team && canJoin(team, now)) return { kind: 'join', completes: team.memberCount + 1 === team.people }
  if (activity.isDel || !activity.onSale || now >= activity.stopAt) return { kind: 'none' }
  return { kind: 'open', stopAt: stopOf(activity, now) }
}

/** By when a team that is opened now has to be complete. */
export function stopOf({ stopAt, effectiveHours }: Pick<OpenerFacts, 'stopAt' | 'effectiveHours'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + effectiveHours * HOUR_MS, stopAt.getTime()))
}

/** Whether a team has a place for somebody. */
function canJoin({ status, people, memberCount, stopAt, isMember }: TeamFacts, now: Date): boolean {
  return status === 1 && now < stopAt && memberCount < people && !isMember
}

/** Why somebody cannot join a team, in the words of buyers; undefined when it can be joined. */
export function joinRefusal(team: TeamFacts, now: Date): string | undefined {
  if (team.status === 2) return '拼团已完成'
  if (team.status === 3 || now >= team.stopAt) return '拼团已结束'
  if (team.isMember) return '您已在该团中'
  return team.memberCount < team.people ? undefined : '拼团已完成'
}

/** How a team whose time is over ends: with so many places filled by the system, or not at all. */
export type TeamEnd = { status: 2; virtualCount: number } | { status: 3 }

/**
 * How a team ends now; undefined for one that goes on or has ended.
 * @param team `virtualMost`: how many places the system may fill, as it was when the team was opened
 */
export function endOf(
  { status, people, memberCount, stopAt, virtualMost }: Omit<TeamFacts, 'isMember'> & { virtualMost: number },
  now: Date,
): TeamEnd | undefined {
  if (status !== 1 || now < stopAt) return undefined
  const missing = people - memberCount
  return memberCount > 0 && missing <= virtualMost ? { status: 2, virtualCount: missing } : { status: 3 }
}
