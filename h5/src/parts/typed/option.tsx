import styles from './option.module.css'

type Given<Key> = {
  label: string
  of: readonly { key: Key; title: string }[]
  chosen: Key | undefined
  onChoose: (key: Key) => void
}

/** One of a few, all of which are seen. */
export function Options<Key extends string | number>({ label, of: options, chosen, onChoose }: Given<Key>) {
  return (
    <fieldset className={styles.options}>
      <legend>{label}</legend>
      {options.map(({ key, title }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === chosen}
          className={`${styles.option} ${key === chosen ? styles.on : ''}`}
          onClick={() => onChoose(key)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  )
}
