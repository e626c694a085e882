import styles from './text.module.css'

const digits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Yuan with two decimals, thousands apart: ¥12,846.30; below zero −¥5.00. Without `sign` the ¥ is left out. */
export function moneyText(yuan: number, sign = true): string {
  return `${yuan < 0 ? '−' : ''}${sign ? '¥' : ''}${digits.format(Math.abs(yuan))}`
}

type MoneyProps = {
  /** In yuan; — for null. */
  value: number | null
  /** Off in tables of three or more columns of money. */
  sign?: boolean
  /** The price before, struck through below. */
  old?: number | undefined
  /** Both in one line. */
  inline?: boolean
}

/** An amount of money. */
export function Money({ value, sign = true, old, inline }: MoneyProps) {
  if (value === null) return '—'
  return (
    <span className={styles.money} data-inline={inline}>
      {moneyText(value, sign)}
      {old !== undefined && <del className={styles.old}>{moneyText(old, sign)}</del>}
    </span>
  )
}
