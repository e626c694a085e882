import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import styles from './copy-no.module.css'

/** Copies a text, or says how it is done by hand. */
export async function copyText(text: string, told = '已复制'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(told)
  } catch {
    toast('请长按文字复制')
  }
}

/** A number that a tap copies. */
export function CopyNo({ text }: { text: string }) {
  return (
    <button type="button" className={styles.copy} aria-label={`复制${text}`} onClick={() => void copyText(text)}>
      {text}
      <Icon name="copy" size={16} />
    </button>
  )
}
