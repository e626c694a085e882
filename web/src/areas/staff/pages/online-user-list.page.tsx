import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OnlineUser, onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { Button, Input, Segmented, Skeleton, Table, Tag } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ExportQuery } from '../../../kit/list-page/export-button.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { EmptyBlock, FailedBlock, NothingFound } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { When } from '../../../kit/text/when.tsx'
import styles from './online-user-list.module.css'

const REFRESH_MS = 30_000
const kinds = [
  { value: 0, label: '员工' },
  { value: 1, label: '买家' },
] as const

/** 在线用户: the signed-in users, refreshed every 30 s; their sessions can be ended (system chapter, 3.8). */
export default function OnlineUserListPage() {
  const [filter, setFilter] = useState('')
  const [type, setType] = useState<0 | 1>(0)
  const [pages, setPages] = useState({ page: 1, limit: 20 })
  const [keys, setKeys] = useState<readonly string[]>([])
  const phone = useIsPhone()
  const mayKick = useCan(onlineUser.kick)
  const query = { ...pages, type, filter: filter || undefined }
  const { data, error, isFetching, refetch } = useQuery({
    ...read(onlineUser.list, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const kick = useWrite(onlineUser.kick, { message: '已强制退出' })
  const rows = data?.list ?? []
  // Users who have left meanwhile, or are on another page of the list, are no longer selected.
  const chosen = rows.filter(({ key, current }) => keys.includes(key) && !current).map(({ key }) => key)

  function search(change: { filter?: string; type?: 0 | 1 }) {
    if (change.filter !== undefined) setFilter(change.filter)
    if (change.type !== undefined) setType(change.type)
    setPages({ ...pages, page: 1 })
  }

  async function handleKick(key: string) {
    if (await confirm({ content: '强制退出该用户？须重新登录。', okText: '强制退出', cancelText: '不退出' }))
      kick.mutate({ body: [key] })
  }

  async function handleKickChosen() {
    if (
      await confirm({
        content: `强制退出 ${chosen.length} 个用户？他们须重新登录。`,
        okText: `退出 ${chosen.length} 个`,
      })
    )
      kick.mutate({ body: chosen })
  }

  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader />
      <section className={styles.card}>
        <div className={styles.tools}>
          <Segmented
            aria-label="类型"
            options={[...kinds]}
            value={type}
            onChange={(value) => search({ type: value })}
          />
          <Input.Search
            allowClear
            aria-label="搜索在线用户"
            placeholder="用户名、昵称、IP、地点、浏览器"
            className={styles.search}
            onSearch={(text) => search({ filter: text.trim() })}
          />
          {chosen.length > 0 && (
            <Can do={onlineUser.kick}>
              <Button danger icon={<LogoutOutlined aria-hidden />} loading={kick.isPending} onClick={handleKickChosen}>
                强退 {chosen.length} 个
              </Button>
            </Can>
          )}
          <Can do={onlineUser.download}>
            <ExportQuery
              route={onlineUser.download}
              query={{ type, filter: filter || undefined }}
              disabled={!rows.length}
            />
          </Can>
          <Button
            icon={<ReloadOutlined aria-hidden />}
            aria-label="刷新"
            title="刷新"
            className={styles.end}
            onClick={() => refetch()}
          />
        </div>
        {!data && (error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active />)}
        {data && (
          <Table<OnlineUser>
            rowKey="key"
            size="medium"
            scroll={phone ? undefined : { x: 'max-content' }}
            loading={{ spinning: isFetching, delay: 400 }}
            dataSource={rows}
            rowSelection={
              mayKick
                ? {
                    selectedRowKeys: chosen,
                    onChange: (selected) => setKeys(selected.map(String)),
                    getTitleCheckboxProps: () => ({ 'aria-label': '选择全部' }),
                    getCheckboxProps: ({ current, userName }) => ({
                      disabled: current,
                      'aria-label': `选择 ${userName}`,
                    }),
                  }
                : undefined
            }
            locale={{
              emptyText: filter ? (
                <NothingFound count={1} of="用户" onClear={() => search({ filter: '' })} />
              ) : (
                <EmptyBlock text="没有人在线" />
              ),
            }}
            columns={[
              {
                title: '用户名',
                dataIndex: 'userName',
                render: (name: string, { current }) => (
                  <>
                    {name} {current && <Tag color="green">当前</Tag>}
                  </>
                ),
              },
              { title: '用户昵称', dataIndex: 'nickName', hidden: phone },
              { title: '岗位', dataIndex: 'job', hidden: phone },
              { title: '登录IP', dataIndex: 'ip', hidden: phone },
              { title: '登录地点', dataIndex: 'address', hidden: phone },
              { title: '浏览器', dataIndex: 'browser', hidden: phone },
              { title: '登录时间', dataIndex: 'loginTime', hidden: phone, render: (at: string) => <When at={at} /> },
              { title: '最后活动', dataIndex: 'lastActiveTime', render: (at: string) => <When at={at} /> },
              ...(mayKick
                ? [
                    {
                      title: '操作',
                      key: 'actions',
                      fixed: phone ? undefined : ('end' as const),
                      render: (_: unknown, { key, current }: OnlineUser) =>
                        !current && (
                          <RowAction danger onClick={() => handleKick(key)}>
                            强退
                          </RowAction>
                        ),
                    },
                  ]
                : []),
            ]}
            pagination={{
              current: pages.page,
              pageSize: pages.limit,
              total: data?.total ?? 0,
              showTotal: (total) => `共 ${total} 条`,
              hideOnSinglePage: false,
              onChange: (page, limit) => setPages({ page, limit }),
            }}
          />
        )}
      </section>
    </div>
  )
}
