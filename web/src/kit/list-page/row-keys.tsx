import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import styles from './list-page.module.css'

/** Marks the element that holds the rows of a list, and each of its rows. */
export const ROWS = { 'data-rows': true } as const
const ROW = '.ant-table-row, [data-row]'
const BUSY = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]'

const KEYS = [
  ['J', '下一行'],
  ['K', '上一行'],
  ['X', '选择这一行'],
  ['Enter', '打开这一行'],
  ['/', '搜索'],
  ['[', '详情页：上一个'],
  [']', '详情页：下一个'],
  ['?', '键盘操作'],
] as const

/** A key and what it does. */
export type KeyText = readonly [key: string, act: string]

/** Whether a key is meant for what is being typed, or for the browser. */
export function isTyping({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || isComposing || (target instanceof HTMLElement && target.closest(BUSY) !== null)
}

/** Of the lists in sight, the one that keys are for: in the open dialog, else where the focus is, else the first. */
function isMeant(box: HTMLElement): boolean {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter(
    (one) => one.offsetParent !== null,
  )
  const within = dialogs.at(-1) ?? document.body
  const lists = [...within.querySelectorAll<HTMLElement>('[data-rows]')].filter(
    (one) => one.checkVisibility?.() ?? true,
  )
  return box === (lists.find((one) => one.contains(document.activeElement)) ?? lists[0])
}

/**
 * Moves through the rows of a list by J and K, chooses by X, and lists the keys by `?`; Enter is the row's own.
 * @param more keys of the screen itself, for the list of keys
 * @returns the list of keys, while it is open
 */
export function useRowKeys(box: RefObject<HTMLElement | null>, more: readonly KeyText[] = []) {
  const [listed, setListed] = useState(false)

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const element = box.current
    if (!element || isTyping(event) || !isMeant(element)) return
    const rows = [...element.querySelectorAll<HTMLElement>(ROW)]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    switch (event.key.toLowerCase()) {
      case 'j':
        moveTo(rows[Math.min(at + 1, rows.length - 1)])
        break
      case 'k':
        moveTo(rows[Math.max(at - 1, 0)])
        break
      case 'x':
        rows[at]?.querySelector<HTMLElement>('.ant-checkbox-input')?.click()
        break
      case '?':
        setListed(true)
        break
      default:
        return
    }
    event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
  return listed && <KeyList more={more} onClose={() => setListed(false)} />
}

function moveTo(row: HTMLElement | undefined) {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest' })
}

function KeyList({ more, onClose }: { more: readonly KeyText[]; onClose: () => void }) {
  return (
    <Dialog title="键盘操作" width={480} footer={null} onCancel={onClose}>
      <dl className={styles.keys}>
        {[...KEYS, ...more].map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const CONTROL =
  'a, button, input, label, textarea, [role=button], [role=switch], [role=menuitem], .ant-select, .ant-image'

/** Handlers of a row that opens: by a click beside its controls, by Enter, and in a new tab by Ctrl or the middle button. */
export function opening(open: ((newTab: boolean) => void) | undefined) {
  if (!open) return { tabIndex: -1 }
  const onControl = ({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) => {
    // A menu or dialog opened from the row is its child for React only.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return true
    const control = target.closest(CONTROL)
    return control !== null && currentTarget.contains(control)
  }
  return {
    tabIndex: -1,
    'data-opens': true,
    onClick: (event: React.MouseEvent<HTMLElement>) => {
      if (onControl(event) || window.getSelection()?.toString()) return
      open(event.ctrlKey || event.metaKey)
    },
    onAuxClick: (event: React.MouseEvent<HTMLElement>) => {
      if (event.button === 1 && !onControl(event)) open(true)
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) open(event.ctrlKey || event.metaKey)
    },
  }
}
