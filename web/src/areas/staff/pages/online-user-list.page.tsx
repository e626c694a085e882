import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import { type OnlineUser, onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { useMemo, useRef } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Labels } from '../../../kit/text/labels.tsx'

const REFRESH_MS = 30_000
const kinds = [
  { key: 0, label: '员工' },
  { key: 1, label: '买家' },
] as const

/** 在线用户: the signed-in users, refreshed every 30 s; their sessions can be ended. */
export default function OnlineUserListPage() {
  const list = useList(onlineUser.list, { every: REFRESH_MS })
  const rows = useNumbered(list.rows)
  const mayKick = useCan(onlineUser.kick)
  const kick = useWrite(onlineUser.kick, { message: '已强制退出' })
  const type = list.filters.type === 1 ? 1 : 0

  async function handleKick(who: string, keys: string[]) {
    const content = `强制退出${who}？须重新登录。`
    if (await confirm({ content, okText: `退出 ${keys.length} 个`, cancelText: '不退出' })) kick.mutate({ body: keys })
  }

  return (
    <ListPage
      list={{ ...list, rows }}
      header={
        <StateTabs tabs={kinds} value={type} onChange={(key) => list.search({ ...list.latest().filters, type: key })} />
      }
      filters={['filter']}
      columns={[
        {
          name: 'userName',
          title: '用户名',
          minWidth: 120,
          render: ({ userName, current }) => (
            <>
              {userName} {current && <Labels of={['当前']} />}
            </>
          ),
        },
        { name: 'nickName', title: '用户昵称', width: 140, ellipsis: true },
        { name: 'job', title: '岗位', width: 120, ellipsis: true, low: true },
        { name: 'ip', title: '登录IP', width: 140 },
        { name: 'address', title: '登录地点', width: 130, ellipsis: true },
        { name: 'browser', title: '浏览器', width: 150, ellipsis: true, low: true },
        { name: 'loginTime', title: '登录时间', width: 120 },
        { name: 'lastActiveTime', title: '最后活动', width: 120 },
      ]}
      exports={onlineUser.download}
      unit="人"
      empty="没有人在线"
      purpose="现在谁登录着后台，从哪里登录，可以让他下线"
      batch={
        mayKick
          ? (chosen) => {
              const keys = chosen.filter(({ current }) => !current).map(({ key }) => key)
              return (
                keys.length > 0 && (
                  <WriteButton
                    danger
                    icon={<LogoutOutlined aria-hidden />}
                    of={kick}
                    onClick={() => handleKick(` ${keys.length} 个用户`, keys)}
                  >
                    强退 {keys.length} 个
                  </WriteButton>
                )
              )
            }
          : undefined
      }
      actions={
        mayKick
          ? ({ key, userName, current }) =>
              !current && (
                <RowAction danger onClick={() => handleKick(`「${userName}」`, [key])}>
                  强退
                </RowAction>
              )
          : undefined
      }
    />
  )
}

/** Sessions are known by text, rows of a list by a number: each session keeps its own as long as the page is open. */
function useNumbered(sessions: readonly OnlineUser[]): readonly (OnlineUser & { id: number })[] {
  const numbers = useRef(new Map<string, number>())
  return useMemo(
    () =>
      sessions.map((session) => {
        const known = numbers.current
        const id = known.get(session.key) ?? known.size + 1
        known.set(session.key, id)
        return { ...session, id }
      }),
    [sessions],
  )
}
