import styles from './choices.module.css'

type Choice<Key> = { key: Key; title: string; count?: number | undefined }
type Given<Key> = { of: readonly Choice<Key>[]; open: Key; onOpen: (key: Key) => void }

/** What a screen shows of several: words in a row below its title, of which one is open. */
export function Choices<Key extends string | number>({ of: choices, open, onOpen }: Given<Key>) {
  return (
    <div className={styles.choices} role="tablist">
      {choices.map(({ key, title, count }) => (
        <button key={key} type="button" role="tab" aria-selected={key === open} onClick={() => onOpen(key)}>
          {title}
          {count !== undefined && count > 0 && <small>{count}</small>}
        </button>
      ))}
    </div>
  )
}
