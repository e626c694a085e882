import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import styles from './share.module.css'
import { type Shared, Sharing } from './sharing.tsx'

type Given = Shared & { className?: string }

/** Shares a screen. */
export function ShareButton({ className = styles.share ?? '', ...shared }: Given) {
  return (
    <Sharing of={shared}>
      {(open) => (
        <button type="button" className={className} aria-label="分享" onClick={open}>
          <Icon name="share" size={20} />
        </button>
      )}
    </Sharing>
  )
}
