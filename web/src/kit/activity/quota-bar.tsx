import styles from './activity.module.css'

type QuotaBarProps = {
  /** What it is of: 「云南小粒咖啡豆」. */
  of: string
  sold: number
  /** Units of orders that wait for their money. */
  paying: number
  all: number
  /** It is over: in grey. */
  over?: boolean
}

const count = (value: number) => value.toLocaleString('en-US')

/** How much of a quota is sold, and how much waits for its money. */
export function QuotaBar({ of, sold, paying, all, over }: QuotaBarProps) {
  const part = (value: number) => (all > 0 ? `${Math.min(100, (100 * value) / all)}%` : '0%')
  return (
    <span className={styles.quota}>
      <span className={styles.figures}>
        <span>
          <b>{count(sold)}</b>
          {paying > 0 && <em>{count(paying)} 付款中</em>}
        </span>
        <span>/ {count(all)}</span>
      </span>
      <svg
        className={styles.bar}
        role="img"
        aria-label={`${of}已售 ${sold}，付款中 ${paying}，限量 ${all}`}
        data-over={over || undefined}
      >
        <rect className={styles.rest} width="100%" height="100%" />
        <rect className={styles.sold} width={part(sold)} height="100%" />
        <rect className={styles.paying} x={part(sold)} width={part(paying)} height="100%" />
      </svg>
    </span>
  )
}
