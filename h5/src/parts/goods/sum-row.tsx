import styles from './sum-row.module.css'

type Given = {
  name: string
  /** Below zero for what is taken off. */
  yuan?: number
  text?: string
  /** Says how an amount above it came about. */
  isNote?: boolean
}

/** A row of a sum. */
export function SumRow({ name, yuan, text, isNote }: Given) {
  const shown = yuan === undefined ? text : `${yuan < 0 ? '−' : ''}¥${Math.abs(yuan).toFixed(2)}`
  return (
    <div className={`${styles.row} ${isNote ? styles.note : ''} ${yuan !== undefined && yuan < 0 ? styles.off : ''}`}>
      <span>{name}</span>
      <span>{shown}</span>
    </div>
  )
}
