import { useEffect, useRef, useState } from 'react'
import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './popup.module.css'
import type { popup } from './schema.ts'

/**
 * A picture over the page. In the canvas it is drawn open and in place: a dialog in the top layer would leave the phone's frame.
 * How often it comes is the storefront's to know, which draws it or not.
 */
export function PopupView({ props, mode }: Pick<ViewProps<typeof popup>, 'props' | 'mode'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isClosed, setClosed] = useState(false)
  const { image, link, delay, close } = props
  useEffect(() => {
    if (mode === 'edit' || isClosed) return
    const timer = setTimeout(() => dialog.current?.showModal(), delay * 1000)
    return () => clearTimeout(timer)
  }, [mode, isClosed, delay])
  if (isClosed) return null
  const shut = () => {
    dialog.current?.close()
    setClosed(true)
  }
  return (
    <dialog
      ref={dialog}
      open={mode === 'edit'}
      className={`${styles.popup} ${styles[close]} ${mode === 'edit' ? styles.inFrame : ''}`}
      aria-label={image.alt || '弹窗'}
      onClose={() => setClosed(true)}
    >
      <Go link={link} className={styles.link}>
        <Picture image={image} width={280} />
      </Go>
      <button type="button" className={styles.close} aria-label="关闭" onClick={mode === 'live' ? shut : undefined}>
        <Icon name="close" size={20} />
      </button>
    </dialog>
  )
}
