import type { RefObject } from 'react'
import { useKeys } from '../keys/keys.ts'

/** Marks the element that holds the rows of a list, and each of its rows. */
export const ROWS = { 'data-rows': true } as const
const ROW = '.ant-table-row, [data-row]'
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

/** Moves through the rows of a list by J and K, and chooses by X; Enter is the row's own. */
export function useRowKeys(box: RefObject<HTMLElement | null>) {
  const rows = () => [...(box.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
  const at = () => rows().findIndex((row) => row.contains(document.activeElement))
  useKeys(
    '列表',
    [
      { key: 'j', act: '下一行', run: () => moveTo(rows()[Math.min(at() + 1, rows().length - 1)]) },
      { key: 'k', act: '上一行', run: () => moveTo(rows()[Math.max(at() - 1, 0)]) },
      {
        key: 'x',
        act: '选择这一行',
        run: () => rows()[at()]?.querySelector<HTMLElement>('.ant-checkbox-input')?.click(),
      },
      { key: 'enter', label: 'Enter', act: '打开这一行' },
    ],
    () => box.current !== null && isMeant(box.current),
  )
}

function moveTo(row: HTMLElement | undefined) {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest' })
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
