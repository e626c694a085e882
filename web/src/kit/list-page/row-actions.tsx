import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import type { Route } from '@zhanggui/contract/routes.ts'
import { Button, type ButtonProps, Dropdown } from 'antd'
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Can, useReadOnly } from '../access/can.tsx'
import { Greyed } from '../access/greyed.tsx'
import { WriteButton } from '../access/write-button.tsx'
import { confirmDelete } from '../feedback/confirm-delete.ts'
import { showInfo } from '../feedback/feedback.ts'
import { HistoryPanel } from '../history/history-button.tsx'
import type { HistoryOf } from '../history/history-object.ts'
import { useListDialog } from './list-dialogs.tsx'
import styles from './row-actions.module.css'
import type { LeftRow } from './use-left-rows.ts'

/** The actions of a row: 编辑, 删除 with its question, and the screen's own between them. */
export function RowActions({
  onEdit,
  onRemove,
  remove,
  question = '删除这一行？',
  history,
  children,
}: {
  onEdit?: () => void
  /** Settles when the row is removed or the refusal was shown. */
  onRemove?: () => Promise<unknown>
  /** The route behind 删除, where that alone decides who may. */
  remove?: Route
  /** Asked before 删除: verb and object. */
  question?: string
  /** The row as an object with a history: 修改记录, in the menu of the row if it has one. */
  history?: HistoryOf | undefined
  children?: ReactNode
}) {
  const [inMenu, setInMenu] = useState(false)
  const open = useListDialog()
  const read = () => history && open((close) => <HistoryPanel {...history} onClose={close} />)
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
      {onEdit && (
        <RowAction reads onClick={onEdit}>
          编辑
        </RowAction>
      )}
      <RowHistory value={history && { read, setInMenu }}>{children}</RowHistory>
      {onRemove && (remove ? <Can do={remove}>{removing}</Can> : removing)}
      {history && !inMenu && (
        <Button
          type="text"
          size="small"
          className={styles.history}
          icon={<HistoryOutlined aria-hidden />}
          title="修改记录"
          aria-label={history.name ? `修改记录：${history.name}` : '修改记录'}
          onClick={read}
        />
      )}
    </div>
  )
}

/** 撤销 in place of the actions of a row that left the list. */
export function LeftActions({ of }: { of: LeftRow | undefined }) {
  return (
    <div className={styles.actions} data-actions>
      {of?.undo && (
        <WriteButton size="small" of={{ isPending: of.busy }} onClick={of.undo}>
          撤销
        </WriteButton>
      )}
    </div>
  )
}

/** 修改记录 of the row, and whether its menu offers it. */
const RowHistory = createContext<{ read: () => void; setInMenu: (inMenu: boolean) => void } | undefined>(undefined)

export type Act = {
  label: string
  onClick: () => void
  /** Changes nothing by itself: it stays, while the console is looked at as somebody else. */
  reads?: boolean
}
export type MoreAction = Act & { danger?: boolean }

/** Rare actions of a row, behind 更多: only those the row allows. Draws nothing when there are none. */
export function MoreActions({ of: actions, name }: { of: readonly (MoreAction | false | undefined)[]; name: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const itemOf = useActItems()
  const { read, setInMenu } = useContext(RowHistory) ?? {}
  useLayoutEffect(() => {
    setInMenu?.(true)
    return () => setInMenu?.(false)
  }, [setInMenu])
  const own = actions.filter((action) => action !== false && action !== undefined)
  // Above what destroys.
  const last = own.findIndex(({ danger }) => danger)
  const history = read ? [{ label: '修改记录', onClick: read, reads: true }] : []
  const offered = last < 0 ? [...own, ...history] : own.toSpliced(last, 0, ...history)
  if (!offered.length) return null
  const items = offered.map(({ onClick, ...action }) => ({
    key: action.label,
    ...itemOf(action),
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

/** The next act of a row: the first that is allowed, tinted where it is ours to do. */
export function NextAct({ of: acts, ours }: { of: readonly (Act | false | undefined)[]; ours?: boolean }) {
  const next = acts.find((act) => act !== false && act !== undefined)
  return next && <ActButton of={next} size="small" ours={ours} />
}

/** The button of an act, wherever it stands: in rows and cards tinted where it is ours to do, as a page has one solid button. */
export function ActButton({
  of: { label, reads, onClick },
  ours,
  children = label,
  ...props
}: Omit<ButtonProps, 'onClick' | 'disabled'> & { of: Act; ours?: boolean | undefined }) {
  const readOnly = useReadOnly()
  return (
    <Greyed why={reads ? undefined : readOnly}>
      <Button className={ours ? styles.next : undefined} onClick={onClick} {...props}>
        {children}
      </Button>
    </Greyed>
  )
}

/** Does an act that was asked for by a key: where its button is greyed, says why instead. */
export function useDoAct() {
  const readOnly = useReadOnly()
  return ({ reads, onClick }: Act) => (reads || readOnly === undefined ? onClick() : void showInfo(readOnly))
}

/** Acts as the items of a menu: while the console is looked at as somebody else, those that change something are greyed. */
export function useActItems() {
  const readOnly = useReadOnly()
  return <Item extends Omit<Act, 'onClick'>>({ reads, ...act }: Item) => ({
    ...act,
    ...(!reads && readOnly !== undefined && { disabled: true, title: readOnly }),
  })
}

/** A one-word button for an action of a row. */
export function RowAction({
  reads,
  disabled,
  ...props
}: Pick<Act, 'onClick' | 'reads'> & { danger?: boolean; disabled?: boolean; children: string }) {
  const readOnly = useReadOnly()
  const why = reads ? undefined : readOnly
  return (
    <Greyed why={why}>
      <Button type="link" size="small" style={{ padding: 0 }} disabled={disabled || why !== undefined} {...props} />
    </Greyed>
  )
}
