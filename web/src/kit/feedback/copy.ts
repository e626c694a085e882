import { showError, showSuccess, showWarning } from './feedback.ts'

/** Copies a text and says so; nothing to copy is a warning (1.10). */
export async function copy(text: string | null | undefined): Promise<void> {
  if (!text) return showWarning('无复制内容')
  const copied = (await writeClipboard(text)) || copyByTextarea(text)
  return copied ? showSuccess('复制成功') : showError('复制失败，请手动复制')
}

/** The clipboard is missing on pages without https, and refused where the browser asks and staff say no. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function copyByTextarea(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.className = 'visually-hidden'
  const focused = document.activeElement
  // Inside an open dialog, which would take the focus back from anything outside of it.
  const place = focused?.closest('[role="dialog"]') ?? document.body
  place.append(area)
  try {
    area.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
