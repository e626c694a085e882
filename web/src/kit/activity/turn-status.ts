import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { isAsked } from '../../api/asked.ts'
import { call } from '../../api/call.ts'
import { reactToError } from '../../api/reactions.ts'
import { write } from '../../api/write.ts'
import { confirm, showSuccess } from '../feedback/feedback.ts'
import type { ActivityRow, ActivityScreens } from './activity-screens.ts'
import { goingText } from './activity-words.ts'
import { openActivity } from './turn-activity.tsx'

/** Opens or closes an activity; closing asks, and says what goes on. What is refused is said in a dialog. */
export async function turnStatus(
  { routes }: ActivityScreens,
  { id, title }: Pick<ActivityRow, 'id' | 'title'>,
  status: boolean,
): Promise<void> {
  try {
    if (!status) {
      const held = await call(activity.watch, { query: { id }, silent: true }).catch(() => undefined)
      const going = held && (goingText(held) || '没有待付款的订单')
      const content = `关闭「${title}」？买家不能再下单；${going ? `${going}，` : ''}随时可以再开启。`
      if (!(await confirm({ content, okText: '关闭' }))) return
    }
    const send = (confirmed: boolean) =>
      write(routes.useStatus, { body: { id, status, ...(confirmed && { confirmBelowCost: true }) } })
    const done = await (status ? openActivity(send) : send(false))
    if (done && !isAsked(done)) showSuccess(status ? '已开启' : '已关闭')
  } catch (error) {
    reactToError(error)
  }
}
