import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Attachment, attachment } from '@zhanggui/contract/file/attachment.ts'
import { fileTypeNames, formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { read } from '../../api/read.ts'
import { EmptyBlock, FailedBlock } from '../page/block-state.tsx'
import { useIsPhone } from '../page/use-is-phone.ts'
import { FileThumb } from './file-thumb.tsx'
import type { MediaFilter } from './use-media.ts'

const PAGE_SIZES = [18, 36, 72]

type Props = {
  filter: MediaFilter
  chosen: readonly Attachment[]
  onChoose: (rows: readonly Attachment[]) => void
  onOpen: (row: Attachment) => void
  actions: (row: Attachment) => ReactNode
}

/** Files of the library as a list. Pass the filter as its key, so that a new filter starts on the first page. */
export function MediaTable({ filter, chosen, onChoose, onOpen, actions }: Props) {
  const phone = useIsPhone()
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: PAGE_SIZES[0] as number })
  const { data, error, isFetching, refetch } = useQuery({
    ...read(attachment.list, { query: { ...filter, page, limit }, silent: true }),
    placeholderData: keepPreviousData,
  })
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  return (
    <Table<Attachment>
      rowKey="id"
      size="middle"
      loading={isFetching}
      dataSource={data?.list ?? []}
      scroll={{ x: 960 }}
      locale={{
        emptyText: <EmptyBlock text="这里没有素材" more="上传的图片和视频都在素材库里，商品和页面从这里取用" />,
      }}
      rowSelection={{
        selectedRowKeys: chosen.map(({ id }) => id),
        preserveSelectedRowKeys: true,
        getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }),
        getCheckboxProps: ({ name }) => ({ 'aria-label': `选择 ${name}` }),
        onChange: (_, rows) => onChoose(rows),
      }}
      columns={[
        {
          title: '名称',
          dataIndex: 'name',
          ellipsis: true,
          minWidth: 200,
          render: (name: string, row) => (
            <span style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
              <FileThumb file={row} onOpen={() => onOpen(row)} />
              <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</span>
            </span>
          ),
        },
        { title: '类型', width: 70, render: (_, { type, suffix }) => suffix || fileTypeNames[type] },
        {
          title: '大小',
          dataIndex: 'bytes',
          width: 96,
          render: (bytes: number) => (bytes ? formatBytes(bytes) : '外部链接'),
        },
        { title: '尺寸', width: 110, render: (_, { width, height }) => (width && height ? `${width}×${height}` : '') },
        { title: '使用次数', dataIndex: 'refCount', width: 88 },
        filter.recycled
          ? { title: '删除时间', dataIndex: 'deleteTime', width: 170 }
          : { title: '上传时间', dataIndex: 'createTime', width: 170 },
        { title: '操作', width: 160, fixed: phone ? undefined : 'right', render: (_, row) => actions(row) },
      ]}
      pagination={{
        current: page,
        pageSize: limit,
        total: data?.total ?? 0,
        pageSizeOptions: PAGE_SIZES,
        showSizeChanger: true,
        showTotal: (total) => `共 ${total}${data?.totalIsLowerBound ? '+' : ''} 条`,
        onChange: (next, size) => setPlace({ page: size === limit ? next : 1, limit: size }),
      }}
    />
  )
}
