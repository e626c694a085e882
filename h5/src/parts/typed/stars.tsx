import styles from './stars.module.css'

/** How many stars somebody gave. */
export function Stars({ of: count }: { of: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${count}星`}>
      {'★'.repeat(count)}
    </span>
  )
}

const words = ['', '很差', '较差', '一般', '满意', '非常满意']

/** Gives one to five stars. */
export function StarField({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (value: number) => void
}) {
  return (
    <fieldset className={styles.row}>
      <legend>{label}</legend>
      {[1, 2, 3, 4, 5].map((each) => (
        <button
          key={each}
          type="button"
          aria-label={`${label} ${each} 星`}
          aria-pressed={each === value}
          className={each <= value ? styles.on : ''}
          onClick={() => onChange(each)}
        >
          ★
        </button>
      ))}
      <span className={styles.word}>{words[value]}</span>
    </fieldset>
  )
}
