import { useQuery } from '@tanstack/react-query'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { reactToError } from '../../api/reactions.ts'
import { read } from '../../api/read.ts'
import { serverNow } from '../../api/server-time.ts'
import { useSession } from '../../api/session.ts'
import { useWrite } from '../../api/use-write.ts'
import { canCall } from '../access/can.tsx'
import { confirmDelete } from '../feedback/confirm-delete.ts'
import { confirm } from '../feedback/feedback.ts'
import type { Act, MoreAction } from '../list-page/row-actions.tsx'
import { useRemoval } from '../list-page/use-removal.ts'
import { type ActivityRow, type ActivityScreens, isLocked, type StoredActivity } from './activity-screens.ts'
import { mayEnd, stoppedText } from './activity-words.ts'
import { QuotaDialog } from './quota-dialog.tsx'
import { useMayOpen } from './use-may-open.ts'
import { WatchPanel } from './watch-panel.tsx'

type What = 'watch' | 'quota'
type Given = Act | false
export type ActivityActs = Record<'watch' | 'edit' | 'look' | 'quota' | 'copy', Given> &
  Record<'end' | 'remove', MoreAction | false>

/** What may be done with an activity of a kind, and the dialogs for it. */
export function useActivityActs(kind: ActivityScreens) {
  const { routes, edit: form, noun, type } = kind
  const session = useSession()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<{ what: What; row: ActivityRow }>()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const mayOpen = useMayOpen(kind)
  const removal = useRemoval(routes.remove)
  const end = useWrite(activity.end, { message: '已结束' })
  const copy = useWrite(activity.copy, {
    message: '已复制，改好日期就可以开启',
    onSuccess: ({ id }) => navigate(`${form}/${id}`),
  })

  async function handleRemove({ id, title }: ActivityRow) {
    if (await confirmDelete(`删除${noun}「${title}」？已下的订单不受影响。`)) removal.mutate([id])
  }

  async function handleEnd({ id, title }: ActivityRow) {
    const held = await call(activity.watch, { query: { id } }).catch(reactToError)
    if (!held) return
    const content = `提前结束「${title}」？已售 ${held.sales} 件，还剩 ${held.left} 件不再卖。${stoppedText(held, type === 3)}不能恢复，要再卖可以复制一个。`
    if (await confirm({ content, okText: '提前结束', danger: true })) end.mutate({ body: { id } })
  }

  function actsOf(row: ActivityRow): ActivityActs {
    const { id, phase } = row
    const open = (what: What) => () => setOpened({ what, row })
    const mayEdit = can(routes.update) && !isLocked(kind, row)
    return {
      watch: can(activity.watch) && { label: '数据', reads: true, onClick: open('watch') },
      edit: mayEdit && { label: '编辑', reads: true, onClick: () => navigate(`${form}/${id}`) },
      look: !mayEdit && mayOpen && { label: '详情', reads: true, onClick: () => navigate(`${form}/${id}?mode=info`) },
      quota: can(activity.quota) &&
        can(routes.update) &&
        can(routes.info) && { label: '加库存', reads: true, onClick: open('quota') },
      copy: can(activity.copy) && can(routes.save) && { label: '复制', onClick: () => copy.mutate({ body: { id } }) },
      end: can(activity.end) &&
        can(routes.useStatus) &&
        mayEnd(row, serverNow()) && { label: '提前结束', danger: true, onClick: () => handleEnd(row) },
      remove: can(routes.remove) &&
        phase !== 'running' && { label: '删除', danger: true, onClick: () => handleRemove(row) },
    }
  }

  const close = () => setOpened(undefined)
  const dialogs = opened && (
    <>
      {opened.what === 'watch' && <WatchPanel kind={kind} row={opened.row} onClose={close} />}
      {opened.what === 'quota' && <Quota kind={kind} row={opened.row} onClose={close} />}
    </>
  )
  return { actsOf, dialogs, watch: (row: ActivityRow) => setOpened({ what: 'watch', row }) }
}

/** What is most likely wanted of a row: one that can be edited is edited while it is closed, of others one looks how they sell. */
export const nextOf = ({ edit, watch, look }: ActivityActs, { status }: Pick<ActivityRow, 'status'>): Act | undefined =>
  [...(status ? [watch, edit] : [edit, watch]), look].find((act) => act !== false)

function Quota({
  kind,
  row: { id, title },
  onClose,
}: {
  kind: ActivityScreens
  row: ActivityRow
  onClose: () => void
}) {
  const { data } = useQuery(read(kind.routes.info, { query: { id } }))
  return <QuotaDialog title={title} of={data as StoredActivity | undefined} onClose={onClose} />
}
