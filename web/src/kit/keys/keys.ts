import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'

export type Key = {
  /** What the keyboard reports, in lower case: `j`, `[`, `?`. */
  key: string
  /** How it is written, if not so: `Ctrl+K`. */
  label?: string
  /** 上一行. */
  act: string
  /** With Ctrl, or Command on a Mac; such keys also work while something is typed. */
  ctrl?: boolean
  /** What it does; false if it is not for this. Omitted where the element that has the focus does it. */
  run?: (event: KeyboardEvent) => unknown
}

export type KeyGroup = { title: string; keys: readonly Key[] }

/** Of all that is mounted, its keys if they would work now. */
const registered = new Set<() => KeyGroup | undefined>()

type Listed = {
  groups?: readonly KeyGroup[] | undefined
}

/** The list of keys while it is open, as they were when it was opened. */
export const useListedKeys = create<Listed>(() => ({}))

/**
 * Listens to keys while the component is mounted, and names them in the list of keys.
 * @param here whether they would work now
 */
export function useKeys(title: string, keys: readonly Key[], here: () => boolean = () => true): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const pressed = keyOf(event)
    const found = keys.find(({ key, run }) => run && key === pressed)
    if (!found || !isMeant(found, event) || !here()) return
    if (found.run?.(event) !== false) event.preventDefault()
  })
  const describe = useEffectEvent(() => (here() ? { title, keys } : undefined))
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    const described = () => describe()
    registered.add(described)
    window.addEventListener('keydown', listen)
    return () => {
      registered.delete(described)
      window.removeEventListener('keydown', listen)
    }
  }, [])
}

/** Opens the list of the keys that work now: those of the page first. */
export function listKeys(): void {
  if (useListedKeys.getState().groups) return
  const groups = new Map<string, Map<string, Key>>()
  for (const describe of registered) {
    const { title = '', keys = [] } = describe() ?? {}
    const known = groups.get(title) ?? new Map<string, Key>()
    for (const key of keys) known.set(writtenKey(key), key)
    groups.set(title, known)
  }
  useListedKeys.setState({
    groups: [...groups]
      .map(([title, keys]) => ({ title, keys: [...keys.values()] }))
      .filter(({ keys }) => keys.length)
      .sort((one, other) => Number(one.title === EVERYWHERE) - Number(other.title === EVERYWHERE)),
  })
}

/** The title of the keys that work on every page. */
export const EVERYWHERE = '所有页面'

export const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)

export const writtenKey = ({ key, label, ctrl }: Key) =>
  label ?? `${ctrl ? (isMac ? '⌘' : 'Ctrl+') : ''}${key.length === 1 ? key.toUpperCase() : key}`

const BUSY = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]'

/** Whether a key is meant for what is being typed, or for the browser. */
export function isTyping({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || isComposing || (target instanceof HTMLElement && target.closest(BUSY) !== null)
}

function isMeant({ key, ctrl = false }: Key, event: KeyboardEvent): boolean {
  if (ctrl) return (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  return !event.defaultPrevented && !isTyping(event) && !(event.shiftKey && /^[a-z]$/.test(key))
}

const chineseSigns: Readonly<Record<string, string>> = { '？': '?', '、': '/', '／': '/', '【': '[', '】': ']' }
const keysOfSigns: Readonly<Record<string, string>> = { Slash: '/', BracketLeft: '[', BracketRight: ']' }

/** The key that was meant: a Chinese input method reports its own signs, or only which key it is dealing with. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key !== 'Process') return chineseSigns[key] ?? key.toLowerCase()
  if (code === 'Slash' && shiftKey) return '?'
  return keysOfSigns[code] ?? code.replace(/^Key/, '').toLowerCase()
}
