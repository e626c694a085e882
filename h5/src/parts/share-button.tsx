import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { share } from './share.ts'
import styles from './share-button.module.css'

type Given = {
  title: string
  /** Below /h5, where it is not the open one that is shared. */
  address?: string
  className?: string
}

/** Shares a screen. */
export function ShareButton({ title, address, className = styles.share }: Given) {
  return (
    <button type="button" className={className} aria-label="分享" onClick={() => share(title, address)}>
      <Icon name="share" size={20} />
    </button>
  )
}
