import type { HomeTodo } from '@zhanggui/contract/dashboard/home.ts'
import { type HomeTodoKey, homeTodos } from '@zhanggui/domain/dashboard/home-todo.ts'
import type { TodoItem } from '../../../kit/figures/todo-strip.tsx'

/** What to know of each, and whether money or a promise is at risk. */
const notes: Readonly<Record<HomeTodoKey, { note: string; urgent?: boolean }>> = {
  toShip: { note: '付了款等发货' },
  late: { note: '过了承诺的时间', urgent: true },
  changedAfterPrint: { note: '发货前重新打印' },
  pickups: { note: '等买家来取' },
  pickupOrders: { note: '等买家来取' },
  refundsToJudge: { note: '买家在等答复' },
  returnsToReceive: { note: '退货在路上' },
  refundsToPay: { note: '同意了还没退', urgent: true },
  failedRefunds: { note: '要再退一次', urgent: true },
  closing: { note: '一刻钟内自动关闭' },
  soldOut: { note: '买家买不了', urgent: true },
  lowStock: { note: '快补货' },
  withoutPicture: { note: '正在出售' },
  replies: { note: '买家在等回复' },
  drafts: { note: '买家还没收到' },
  imports: { note: '检查过，没导入' },
  failedTasks: { note: '看原因，可重试', urgent: true },
  failedJobs: { note: '上次执行失败', urgent: true },
  failedSms: { note: '最近 7 天', urgent: true },
  failedMail: { note: '最近 7 天', urgent: true },
  failedHooks: { note: '对方没收到', urgent: true },
}

/** The tile of unread messages, which everybody has. */
const unreadTile = (count: number): TodoItem => ({
  ...{ key: 'message', title: '未读消息', count, note: '给你的消息' },
  to: '/system-tools/message?read=false',
})

/** What waits, as tiles. */
export function todoTiles(list: readonly HomeTodo[], unread: number): TodoItem[] {
  const tiles = list.map(({ key, count, isLowerBound }): TodoItem => {
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
