import styles from './price.module.css'

/** An amount of yuan; the fen are smaller. */
export function Price({ yuan, size = 16 }: { yuan: number; size?: number }) {
  const [whole, fen] = yuan.toFixed(2).split('.')
  return (
    <span className={styles.price} style={{ fontSize: size }}>
      <i>¥</i>
      {whole}
      <small>.{fen}</small>
    </span>
  )
}

/** What it cost before. */
export function Was({ yuan }: { yuan: number }) {
  return <s className={styles.was}>¥{yuan.toFixed(2)}</s>
}
