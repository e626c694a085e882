import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { type Task, task } from '@zhanggui/contract/work/task.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { call } from '../../api/call.ts'
import { reactToError } from '../../api/reactions.ts'
import { serverNow } from '../../api/server-time.ts'
import { refreshShown, write } from '../../api/write.ts'
import { showSuccess, undo } from '../feedback/feedback.ts'
import { isUnfinished } from '../tasks.ts'

/** How long a send can be taken back after its end. */
const UNDO_MS = 10 * 60_000
const POLL_MS = 2000
/** Unanswered polls after which the end of a task is not waited for any longer. */
const LOST_LIMIT = 30

/** Says that a coupon was sent and offers 撤回 for ten minutes from its end; the toast outlives the page. */
export function offerTakeBack(text: string, sendId: number, end = serverNow()): void {
  undo(text, () => takeBack({ sendId }), { until: new Date(end.getTime() + UNDO_MS), word: '撤回' })
}

/**
 * Takes a send back, named itself or by its task, and says how many copies that ended.
 * @returns whether it was taken back; a refusal is shown
 */
export async function takeBack(send: { sendId: number } | { taskId: string }): Promise<boolean> {
  const key = 'sendId' in send ? `take-back-of-send-${send.sendId}` : `take-back-of-task-${send.taskId}`
  try {
    const { undone, kept } = await write(couponCopy.undo, { body: send, idempotencyKey: key })
    showSuccess(`已撤回 ${undone} 张${kept ? `，${kept} 张已使用未撤回` : ''}`)
    return true
  } catch (error) {
    reactToError(error)
    return false
  }
}

/** Whether a task is a send that gave something out and can still be taken back. */
export function canTakeBack(of: Task, now: Date): boolean {
  const end = of.type === 'coupon-send' && !isUnfinished(of) && of.finishTime ? parseWireTime(of.finishTime) : undefined
  return end !== undefined && sentBy(of) > 0 && now.getTime() < end.getTime() + UNDO_MS
}

/** Waits for the end of a send in the background, then offers 撤回; also where it ended early, as with the stock. */
export async function watchSend({ taskId, sendId, name }: { taskId: string; sendId: number; name: string }) {
  const ended = await endOf(taskId)
  refreshShown()
  if (ended && sentBy(ended) > 0)
    offerTakeBack(`「${name}」发放结束：${ended.message || '已停止'}`, sendId, parseWireTime(ended.finishTime ?? ''))
}

/** How many a task gave out, as it says itself; one that was cancelled says only how far it was. */
function sentBy({ message, processed, failed }: Task): number {
  const [, sent] = /已发 (\d+) 张/.exec(message) ?? []
  return sent === undefined ? processed - failed : Number(sent)
}

async function endOf(taskId: string): Promise<Task | undefined> {
  for (let lost = 0; lost < LOST_LIMIT; ) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const found = await call(task.info, { params: { id: taskId }, silent: true }).catch(() => undefined)
    if (found && !isUnfinished(found)) return found
    lost = found ? 0 : lost + 1
  }
  return undefined
}
