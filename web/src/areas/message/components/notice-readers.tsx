import { useQuery } from '@tanstack/react-query'
import { type Notice, notice } from '@zhanggui/contract/message/notice.ts'
import { Button, Segmented, Table } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'

const LIMIT = 10
const states = [
  { value: 'all', label: '全部' },
  { value: 'read', label: '已读' },
  { value: 'unread', label: '未读' },
] as const

/** The users who have read an announcement, and those who have not. */
export function NoticeReaders({ of: { id, title }, onClose }: { of: Notice; onClose: () => void }) {
  const [state, setState] = useState<(typeof states)[number]['value']>('all')
  const [page, setPage] = useState(1)
  const query = { page, limit: LIMIT, ...(state !== 'all' && { read: state === 'read' }) }
  const { data, error, isFetching, refetch } = useQuery(read(notice.readers, { params: { id }, query, silent: true }))
  return (
    <Dialog title={`阅读情况：${title}`} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <Segmented
        aria-label="阅读状态"
        options={[...states]}
        value={state}
        onChange={(next) => {
          setState(next)
          setPage(1)
        }}
        style={{ marginBottom: 12 }}
      />
      {error && !data ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Table
          rowKey="id"
          size="small"
          loading={isFetching}
          dataSource={data?.list ?? []}
          columns={[
            { title: '用户名', dataIndex: 'username' },
            { title: '昵称', dataIndex: 'nickName' },
            { title: '阅读时间', dataIndex: 'readTime', render: (time: string | null) => time ?? '未读' },
          ]}
          pagination={{
            current: page,
            pageSize: LIMIT,
            total: data?.total ?? 0,
            showSizeChanger: false,
            onChange: setPage,
          }}
        />
      )}
    </Dialog>
  )
}
