import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { lazy, Suspense } from 'react'
import { channel } from '../../api/call.ts'
import styles from './share.module.css'
import { type Shared, Sharing } from './sharing.tsx'

const CardInWechat = lazy(() => import('./card-in-wechat.tsx'))

type Given = Shared & { className?: string }

/** Shares a screen. */
export function ShareButton({ className = styles.share ?? '', ...shared }: Given) {
  return (
    <>
      {channel === 'wechat' && (
        <Suspense fallback={null}>
          <CardInWechat of={shared} />
        </Suspense>
      )}
      <Sharing of={shared}>
        {(open) => (
          <button type="button" className={className} aria-label="分享" onClick={open}>
            <Icon name="share" size={20} />
          </button>
        )}
      </Sharing>
    </>
  )
}
