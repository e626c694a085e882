import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AuditEntry, audit } from '@zhanggui/contract/monitor/audit.ts'
import { Table } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { changeText } from '../../../kit/text/change-text.ts'

const LIMIT = 20

/** What a bulk act changed, object by object. */
export function BatchEntries({ requestId }: { requestId: string }) {
  const [page, setPage] = useState(1)
  const query = { requestId, page, limit: LIMIT }
  const { data, isFetching, error, refetch } = useQuery({
    ...read(audit.list, { query, silent: true }),
    placeholderData: keepPreviousData,
  })
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  return (
    <Table<AuditEntry>
      size="small"
      rowKey="id"
      loading={isFetching}
      dataSource={data?.list.filter(({ action }) => action !== 'batch')}
      pagination={{
        current: page,
        pageSize: LIMIT,
        total: data?.total ?? 0,
        showSizeChanger: false,
        onChange: setPage,
      }}
      columns={[
        { key: 'objectName', title: '对象', width: 240, dataIndex: 'objectName' },
        {
          key: 'diff',
          title: '变更',
          render: (_, { diff }) =>
            diff.map((change) => <div key={change.path}>{changeText(change as Parameters<typeof changeText>[0])}</div>),
        },
      ]}
    />
  )
}
