import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import type { Task } from '@zhanggui/contract/work/task.ts'
import { useState } from 'react'
import { serverNow } from '../../api/server-time.ts'
import { useCan } from '../access/can.tsx'
import { confirm } from '../feedback/feedback.ts'
import { RowAction } from '../list-page/row-actions.tsx'
import { canTakeBack, takeBack } from './take-back.ts'

/** 撤回 of a send on its task, while it can be taken back. */
export function TaskTakeBack({ of }: { of: Task }) {
  const allowed = useCan(couponCopy.undo)
  const [done, setDone] = useState(false)
  if (!allowed || done || !canTakeBack(of, serverNow())) return null

  async function handleClick() {
    const asked = { content: `撤回「${of.title}」？发出的优惠券中未使用的会失效。`, okText: '撤回' }
    if (await confirm(asked)) setDone(await takeBack({ taskId: of.id }))
  }

  return <RowAction onClick={handleClick}>撤回</RowAction>
}
