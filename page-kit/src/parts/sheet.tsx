import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import styles from './sheet.module.css'

type Given = {
  title: string
  onClose: () => void
  foot?: ReactNode
  children: ReactNode /** Without the line of the title, which is still read out. */
  isBare?: boolean
}

/** What rises from the bottom over a page: closed by its cross, by a tap beside it and by the key or gesture for back. */
export function Sheet({ title, onClose, foot, children, isBare = false }: Given) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal?.()
    return () => shown?.close?.()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog is closed by Escape without our help
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label={title}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.inner}>
        <header className={`${styles.head} ${isBare ? styles.bare : ''}`}>
          {!isBare && <h2>{title}</h2>}
          <button type="button" className={styles.close} aria-label="关闭" onClick={onClose}>
            <Icon name="close" size={22} />
          </button>
        </header>
        <div className={styles.body}>{children}</div>
        {foot && <footer className={styles.foot}>{foot}</footer>}
      </div>
    </dialog>
  )
}
