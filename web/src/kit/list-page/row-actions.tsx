import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Button, Dropdown, Flex, Popconfirm } from 'antd'
import { type ReactNode, useRef } from 'react'

/** What can be done with a row: 编辑, 删除 with its question, and what the screen adds between them. */
export function RowActions({
  onEdit,
  onRemove,
  removeText = '确定删除本条数据吗？',
  children,
}: {
  onEdit?: () => void
  /** Settles when the row is gone or the refusal was shown. */
  onRemove?: () => Promise<unknown>
  removeText?: string
  children?: ReactNode
}) {
  return (
    <Flex gap={12} style={{ whiteSpace: 'nowrap' }}>
      {onEdit && <RowAction onClick={onEdit}>编辑</RowAction>}
      {children}
      {onRemove && (
        <Popconfirm
          title={removeText}
          styles={{ root: { maxWidth: 320 } }}
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

export type MoreAction = { label: string; danger?: boolean; onClick: () => void }

/** What is seldom done with a row, behind 更多: those the row allows. Nothing where there are none. */
export function MoreActions({ of: actions, name }: { of: readonly (MoreAction | false | undefined)[]; name: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const offered = actions.filter((action) => action !== false && action !== undefined)
  if (!offered.length) return null
  const items = offered.map(({ onClick, ...action }) => ({
    key: action.label,
    ...action,
    onClick: () => {
      // The menu goes: what is opened gives the focus back to what stays.
      button.current?.focus()
      onClick()
    },
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        ref={button}
        type="link"
        size="small"
        icon={<DownOutlined aria-hidden />}
        iconPlacement="end"
        aria-label={`更多：${name}`}
        style={{ padding: 0 }}
      >
        更多
      </Button>
    </Dropdown>
  )
}

/** One word that does something with a row. */
export function RowAction(props: { danger?: boolean; disabled?: boolean; onClick?: () => void; children: string }) {
  return <Button type="link" size="small" style={{ padding: 0 }} {...props} />
}
