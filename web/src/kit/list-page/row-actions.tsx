import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import type { Route } from '@zhanggui/contract/routes.ts'
import { Button, Dropdown } from 'antd'
import { createContext, type ReactNode, type SyntheticEvent, useContext, useLayoutEffect, useRef, useState } from 'react'
import { Can } from '../access/can.tsx'
import { confirmDelete } from '../feedback/confirm-delete.ts'
import { HistoryPanel } from '../history/history-button.tsx'
import type { Told } from '../history/told.ts'
import { useListDialog } from './list-dialogs.tsx'
import styles from './list-page.module.css'

/** The actions of a row: 编辑, 删除 with its question, and the screen's own between them. */
export function RowActions({
  onEdit,
  onRemove,
  remove,
  question = '删除这一行？',
  told,
  children,
}: {
  onEdit?: () => void
  /** Settles when the row is removed or the refusal was shown. */
  onRemove?: () => Promise<unknown>
  /** The route behind 删除, where that alone decides who may. */
  remove?: Route
  /** Asked before 删除: verb and object. */
  question?: string
  /** The row as an object that tells its changes: 修改记录, in the menu of the row if it has one. */
  told?: Told | undefined
  children?: ReactNode
}) {
  const [inMenu, setInMenu] = useState(false)
  const open = useListDialog()
  const read = () => told && open((close) => <HistoryPanel {...told} onClose={close} />)
  async function handleRemove() {
    if (await confirmDelete(question)) await onRemove?.().catch(() => undefined)
  }
  const removing = (
    <RowAction danger onClick={handleRemove}>
      删除
    </RowAction>
  )
  return (
    <div className={styles.actions} data-actions>
      {onEdit && <RowAction onClick={onEdit}>编辑</RowAction>}
      <RowHistory value={told && { read, setInMenu }}>{children}</RowHistory>
      {onRemove && (remove ? <Can do={remove}>{removing}</Can> : removing)}
      {told && !inMenu && (
        <Button
          type="text"
          size="small"
          className={styles.history}
          icon={<HistoryOutlined aria-hidden />}
          title="修改记录"
          aria-label={told.name ? `修改记录：${told.name}` : '修改记录'}
          onClick={read}
        />
      )}
    </div>
  )
}

/** 修改记录 of the row, and whether its menu offers it. */
const RowHistory = createContext<{ read: () => void; setInMenu: (inMenu: boolean) => void } | undefined>(undefined)

export type MoreAction = { label: string; danger?: boolean; onClick: () => void }

/** Rare actions of a row, behind 更多: only those the row allows. Draws nothing when there are none. */
export function MoreActions({ of: actions, name }: { of: readonly (MoreAction | false | undefined)[]; name: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const { read, setInMenu } = useContext(RowHistory) ?? {}
  useLayoutEffect(() => {
    setInMenu?.(true)
    return () => setInMenu?.(false)
  }, [setInMenu])
  const own = actions.filter((action) => action !== false && action !== undefined)
  // Above what destroys.
  const last = own.findIndex(({ danger }) => danger)
  const told = read ? [{ label: '修改记录', onClick: read }] : []
  const offered = last < 0 ? [...own, ...told] : own.toSpliced(last, 0, ...told)
  if (!offered.length) return null
  const items = offered.map(({ onClick, ...action }) => ({
    key: action.label,
    ...action,
    onClick: ({ domEvent }: { domEvent: SyntheticEvent }) => {
      // The menu unmounts: dialogs opened from it return the focus to the button, which stays. Enter is not to press it, too.
      domEvent.preventDefault()
      button.current?.focus()
      onClick()
    },
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        ref={button}
        type="text"
        size="small"
        className={styles.more}
        icon={<MoreOutlined aria-hidden />}
        aria-label={`更多：${name}`}
      />
    </Dropdown>
  )
}

export type Act = { label: string; onClick: () => void }

/** The next act of a row: the first that is allowed, tinted where it is ours to do. */
export function NextAct({ of: acts, ours }: { of: readonly (Act | false | undefined)[]; ours?: boolean }) {
  const next = acts.find((act) => act !== false && act !== undefined)
  if (!next) return null
  return (
    <Button size="small" className={ours ? styles.next : undefined} onClick={next.onClick}>
      {next.label}
    </Button>
  )
}

/** A one-word button for an action of a row. */
export function RowAction(props: { danger?: boolean; disabled?: boolean; onClick?: () => void; children: string }) {
  return <Button type="link" size="small" style={{ padding: 0 }} {...props} />
}
