import type { HomeTodo } from '@zhanggui/contract/dashboard/home.ts'
import { type HomeTodoKey, homeTodos } from '@zhanggui/domain/dashboard/home-todo.ts'
import type { TodoItem } from '../../../kit/figures/todo-strip.tsx'

/** What to know of each, whether money or a promise is at risk, and whether it waits behind what buyers wait for. */
const notes: Readonly<Record<HomeTodoKey, { note: string; urgent?: boolean; behind?: 1 | 2 }>> = {
  toShip: { note: '付了款等发货' },
  late: { note: '过了承诺的时间', urgent: true },
  changedAfterPrint: { note: '发货前重新打印', behind: 2 },
  pickups: { note: '等买家来取' },
  pickupOrders: { note: '等买家来取' },
  refundsToJudge: { note: '买家在等答复' },
  returnsToReceive: { note: '退货在路上' },
  refundsToPay: { note: '同意了还没退', urgent: true },
  failedRefunds: { note: '要再退一次', urgent: true },
  failedRecharges: { note: '要再退一次', urgent: true },
  approvals: { note: '同事在等你同意', urgent: true },
  withdrawalsToReview: { note: '推广员在等' },
  withdrawalsToPay: { note: '审核过，还没打款' },
  invoicesToIssue: { note: '买家在等发票', behind: 1 },
  differences: { note: '账对不上，查明原因', urgent: true, behind: 1 },
  closing: { note: '一刻钟内自动关闭', behind: 2 },
  soldOut: { note: '买家买不了', urgent: true },
  lowStock: { note: '快补货', behind: 1 },
  withoutPicture: { note: '正在出售', behind: 2 },
  replies: { note: '买家在等回复', behind: 1 },
  drafts: { note: '买家还没收到', behind: 2 },
  imports: { note: '检查过，没导入', behind: 2 },
  failedTasks: { note: '看原因，可重试', urgent: true, behind: 1 },
  failedJobs: { note: '上次执行失败', urgent: true, behind: 1 },
  failedSms: { note: '最近 7 天', urgent: true, behind: 1 },
  failedMail: { note: '最近 7 天', urgent: true, behind: 1 },
  failedHooks: { note: '对方没收到', urgent: true, behind: 1 },
}

/** The tile of unread messages, which everybody has. */
const unreadTile = (count: number): TodoItem => ({
  key: 'message',
  title: '未读消息',
  count,
  note: '给你的消息',
  to: '/system-tools/message?read=false',
})

/** What waits, as tiles, the most urgent first. */
export function todoTiles(list: readonly HomeTodo[], unread: number): TodoItem[] {
  const rankOf = ({ key }: HomeTodo) => notes[key].behind ?? 0
  const tiles = list
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ key, count, isLowerBound }): TodoItem => {
      const { note, urgent } = notes[key]
      return { ...homeTodos[key], key, count, note, ...(urgent && { urgent }), ...(isLowerBound && { more: true }) }
    })
  return [...tiles, unreadTile(unread)]
}

/**
 * Tiles for what waits, and the rest that is nothing.
 * @param shown tiles that were shown since the page was opened: they stay when they become nothing, so that nothing jumps
 */
export function splitTiles(tiles: readonly TodoItem[], shown: ReadonlySet<string>) {
  const isTile = ({ key, count }: TodoItem) => count !== 0 || shown.has(key)
  return { waiting: tiles.filter(isTile), none: tiles.filter((tile) => !isTile(tile)) }
}
