import { useQuery } from '@tanstack/react-query'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { type SeckillRow, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { reactToError } from '../../../api/reactions.ts'
import { read } from '../../../api/read.ts'
import { serverNow } from '../../../api/server-time.ts'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { write } from '../../../api/write.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { QuotaDialog } from '../../../kit/activity/quota-dialog.tsx'
import { openActivity } from '../../../kit/activity/turn-activity.tsx'
import { WatchPanel } from '../../../kit/activity/watch-panel.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { confirm, showSuccess } from '../../../kit/feedback/feedback.ts'
import { mayEnd } from '../model/seckill-words.ts'

type What = 'watch' | 'quota'

/** What may be done with a flash sale, and the dialogs for it. */
export function useSeckillActs() {
  const session = useSession()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<{ what: What; row: SeckillRow }>()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const remove = useWrite(seckill.remove, { message: '删除成功' })
  const end = useWrite(activity.end, { message: '已结束' })
  const copy = useWrite(activity.copy, {
    message: '已复制，改好日期就可以开启',
    onSuccess: ({ id }) => navigate(`/marketing/seckill/edit/${id}`),
  })

  async function handleRemove({ id, title }: SeckillRow) {
    if (await confirmDelete(`删除秒杀商品「${title}」？已下的订单不受影响。`)) remove.mutate({ query: { id } })
  }

  async function handleEnd({ id, title }: SeckillRow) {
    const held = await call(activity.watch, { query: { id } }).catch(reactToError)
    if (!held) return
    const content = `提前结束「${title}」？已售 ${held.sales} 件，还剩 ${held.left} 件不再卖；${waiting(held.reserved)}不能恢复，要再卖可以复制一个。`
    if (await confirm({ content, okText: '提前结束', danger: true })) end.mutate({ body: { id } })
  }

  function actsOf(row: SeckillRow) {
    const { id, phase, status } = row
    const open = (what: What) => () => setOpened({ what, row })
    return {
      watch: can(activity.watch) && { label: '数据', reads: true, onClick: open('watch') },
      edit: !status &&
        can(seckill.update) && {
          label: '编辑',
          reads: true,
          onClick: () => navigate(`/marketing/seckill/edit/${id}`),
        },
      quota: can(activity.quota) && can(seckill.info) && { label: '加库存', reads: true, onClick: open('quota') },
      copy: can(activity.copy) && { label: '复制', onClick: () => copy.mutate({ body: { id } }) },
      end: can(activity.end) &&
        mayEnd(row, serverNow()) && { label: '提前结束', danger: true, onClick: () => handleEnd(row) },
      remove: can(seckill.remove) &&
        phase !== 'running' && { label: '删除', danger: true, onClick: () => handleRemove(row) },
    }
  }

  const close = () => setOpened(undefined)
  const dialogs = opened && (
    <>
      {opened.what === 'watch' && <WatchPanel id={opened.row.id} title={opened.row.title} onClose={close} />}
      {opened.what === 'quota' && <Quota row={opened.row} onClose={close} />}
    </>
  )
  return { actsOf, dialogs, look: (row: SeckillRow) => setOpened({ what: 'watch', row }) }
}

const waiting = (reserved: number) => (reserved ? `${reserved} 件待付款的仍可付款；` : '没有待付款的订单；')

function Quota({ row: { id, title }, onClose }: { row: SeckillRow; onClose: () => void }) {
  const { data } = useQuery(read(seckill.info, { query: { id } }))
  return <QuotaDialog title={title} of={data} onClose={onClose} />
}

/** Opens or closes a flash sale; closing asks, and says what goes on. @returns whether it was done */
export async function turnSeckill({ id, title, reserved }: SeckillRow, status: boolean): Promise<void> {
  try {
    if (!status) {
      const content = `关闭「${title}」？买家不能再下单；${waiting(reserved)}随时可以再开启。`
      if (!(await confirm({ content, okText: '关闭' }))) return
    }
    const send = (confirmed: boolean) =>
      write(seckill.useStatus, { body: { id, status, ...(confirmed && { confirmBelowCost: true }) } })
    if (await (status ? openActivity(send) : send(false))) showSuccess(status ? '已开启' : '已关闭')
  } catch (error) {
    reactToError(error)
  }
}
