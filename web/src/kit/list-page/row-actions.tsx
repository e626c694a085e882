import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Button, Dropdown, Flex } from 'antd'
import { type ReactNode, useRef } from 'react'
import { confirmDelete, DELETE_ROW } from '../feedback/confirm-delete.ts'

/** The actions of a row: 编辑, 删除 with its question, and the screen's own between them. */
export function RowActions({
  onEdit,
  onRemove,
  removeText = DELETE_ROW,
  children,
}: {
  onEdit?: () => void
  /** Settles when the row is removed or the refusal was shown. */
  onRemove?: () => Promise<unknown>
  removeText?: string
  children?: ReactNode
}) {
  async function handleRemove() {
    if (await confirmDelete(removeText)) await onRemove?.().catch(() => undefined)
  }
  return (
    <Flex gap={12} style={{ whiteSpace: 'nowrap' }}>
      {onEdit && <RowAction onClick={onEdit}>编辑</RowAction>}
      {children}
      {onRemove && (
        <RowAction danger onClick={handleRemove}>
          删除
        </RowAction>
      )}
    </Flex>
  )
}

export type MoreAction = { label: string; danger?: boolean; onClick: () => void }

/** Rare actions of a row, behind 更多: only those the row allows. Draws nothing when there are none. */
export function MoreActions({ of: actions, name }: { of: readonly (MoreAction | false | undefined)[]; name: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const offered = actions.filter((action) => action !== false && action !== undefined)
  if (!offered.length) return null
  const items = offered.map(({ onClick, ...action }) => ({
    key: action.label,
    ...action,
    onClick: () => {
      // The menu unmounts: dialogs opened from it return the focus to the button, which stays.
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

/** A one-word button for an action of a row. */
export function RowAction(props: { danger?: boolean; disabled?: boolean; onClick?: () => void; children: string }) {
  return <Button type="link" size="small" style={{ padding: 0 }} {...props} />
}
