import styles from './sold-bar.module.css'

type Given = { percent: number; quota: number; quotaShow: number }
/** Of this many parts one is left, or less, when what is left is counted. */
const LAST_PARTS = 5

/** How much of an activity is gone. */
export function SoldBar({ percent, quota, quotaShow }: Given) {
  const isLast = quota > 0 && quota * LAST_PARTS <= quotaShow
  return (
    <span className={styles.sold}>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
      {quota <= 0 ? '抢光了' : isLast ? `只剩 ${quota} 件` : `已抢 ${percent}%`}
    </span>
  )
}
