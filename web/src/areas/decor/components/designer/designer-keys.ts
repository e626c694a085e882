import { useEffect, useEffectEvent } from 'react'
import { isMac } from '../../../../kit/keys/keys.ts'
import { isCovered } from '../../../../kit/page/cover.ts'

export type DesignerKey = {
  /** As the list of keys writes it. */
  label: string
  act: string
  /** Whether this is the key. */
  is: (event: KeyboardEvent) => boolean
  run: () => unknown
  /** Also while something is typed, or a dialog is open. */
  always?: boolean
  /** Without Ctrl: only while the canvas, the outline or nothing has the focus. */
  plain?: boolean
}

const ctrl = (event: KeyboardEvent) => event.ctrlKey || event.metaKey
export const withCtrl =
  (key: string, shift = false) =>
  (event: KeyboardEvent) =>
    ctrl(event) && !event.altKey && event.shiftKey === shift && event.key.toLowerCase() === key
export const plainKey =
  (key: string, alt = false) =>
  (event: KeyboardEvent) =>
    !ctrl(event) && event.altKey === alt && event.key === key

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]'

/** Whether the focus is where single keys mean the page, and not a control. */
const isFree = (target: EventTarget | null) =>
  !(target instanceof HTMLElement) || target === document.body || target.closest('[data-designer-keys]') !== null

/** Listens to the designer's keys; the list of them is the same table. */
export function useDesignerKeys(keys: readonly DesignerKey[]): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.defaultPrevented) return
    const isTyping = event.target instanceof HTMLElement && event.target.closest(TYPING) !== null
    const found = keys.find(
      ({ is, always, plain }) =>
        is(event) && (always || (!isTyping && !isCovered() && (!plain || isFree(event.target)))),
    )
    if (found && found.run() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Ctrl as this machine writes it. */
export const written = (label: string): string => (isMac ? label.replaceAll('Ctrl+', '⌘') : label)
