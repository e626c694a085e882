import { Button, Flex, Popconfirm } from 'antd'
import type { ReactNode } from 'react'

/** What can be done with a row: 编辑, 删除 with its question, and what the screen adds between them. */
export function RowActions({
  onEdit,
  onRemove,
  children,
}: {
  onEdit?: () => void
  /** Settles when the row is gone or the refusal was shown. */
  onRemove?: () => Promise<unknown>
  children?: ReactNode
}) {
  return (
    <Flex gap={12} style={{ whiteSpace: 'nowrap' }}>
      {onEdit && <RowAction onClick={onEdit}>编辑</RowAction>}
      {children}
      {onRemove && (
        <Popconfirm
          title="确定删除本条数据吗？"
          okText="确定"
          cancelText="取消"
          placement="topRight"
          onConfirm={() => onRemove().catch(() => undefined)}
        >
          <RowAction danger>删除</RowAction>
        </Popconfirm>
      )}
    </Flex>
  )
}

/** One word that does something with a row. */
export function RowAction(props: { danger?: boolean; disabled?: boolean; onClick?: () => void; children: string }) {
  return <Button type="link" size="small" style={{ padding: 0 }} {...props} />
}
