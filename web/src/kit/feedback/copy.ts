import { showError, showSuccess, showWarning } from './feedback.ts'

/** Copies a text and confirms it; an empty text is a warning. */
export async function copy(text: string | null | undefined): Promise<void> {
  if (!text) return showWarning('无复制内容')
  const copied = (await writeClipboard(text)) || copyByTextarea(text)
  return copied ? showSuccess('复制成功') : showError('复制失败，请手动复制')
}

/** The clipboard API is missing on pages without https, and rejected where staff deny the permission. */
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
  // Appended inside an open dialog, which would take the focus back from any element outside it.
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
