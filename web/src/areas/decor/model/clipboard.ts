import { Refusal } from '@zhanggui/domain/errors.ts'
import { fromClipboard, toClipboard } from '@zhanggui/page-kit/document.ts'
import * as operations from '@zhanggui/page-kit/operations.ts'
import { type Component, componentsOf } from '@zhanggui/page-kit/page.ts'
import { showInfo, showSuccess, showWarning } from '../../../kit/feedback/feedback.ts'
import { removeComponents } from './page-acts.ts'
import { change, usePageStore } from './page-store.ts'

/** For the other tabs of the browser, where the clipboard cannot be read. */
const STORED = 'page-clipboard'

const chosenComponents = (): Component[] => {
  const { history, selection } = usePageStore.getState()
  return componentsOf(history.present).filter(({ id }) => selection.includes(id))
}

/** Copies the selected components, for this page, another one, or another shop. */
export function copyComponents(): boolean {
  const components = chosenComponents()
  if (!components.length) return false
  const text = toClipboard(components, usePageStore.getState().terminal)
  try {
    localStorage.setItem(STORED, text)
  } catch {
    // The clipboard itself may still take it.
  }
  navigator.clipboard?.writeText(text).catch(() => undefined)
  showSuccess(`已复制 ${components.length} 个组件`)
  return true
}

export function cutComponents(): void {
  if (copyComponents()) removeComponents()
}

/** Pastes what was copied behind the selection, and names what the page does not take. */
export async function pasteComponents(): Promise<void> {
  const text = (await navigator.clipboard?.readText().catch(() => '')) || ''
  const { history } = usePageStore.getState()
  let components: Component[] | undefined
  try {
    components =
      fromClipboard(text, history.present) ?? fromClipboard(localStorage.getItem(STORED) ?? '', history.present)
  } catch (error) {
    if (error instanceof Refusal) return void showWarning(error.message)
    return void showWarning('剪贴板里的组件不能用')
  }
  if (!components?.length) return void showInfo('剪贴板里没有组件')
  const at = componentsOf(history.present).findLastIndex(({ id }) => usePageStore.getState().selection.includes(id))
  const given = components
  const made = change((page, stamp) => operations.paste(page, given, { stamp, ...(at < 0 ? {} : { index: at + 1 }) }))
  if (made?.refused.length)
    showWarning(
      `没有粘贴：${[...new Set(made.refused.map(({ title, reason }) => `${title}（${reason}）`))].join('、')}`,
    )
}

let style: Component | undefined

export function copyStyle(id: string): void {
  style = componentsOf(usePageStore.getState().history.present).find((component) => component.id === id)
  showSuccess('已复制样式')
}

export function pasteStyle(id: string): void {
  const source = style
  if (!source) return void showInfo('先在一个组件上复制样式')
  change((page) => operations.pasteStyle(page, id, source), { words: '粘贴样式', stay: true })
}
