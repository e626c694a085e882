import styles from './switch.module.css'

export function Switch({ label, isOn, onTurn }: { label: string; isOn: boolean; onTurn: () => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      className={styles.toggle}
      onClick={onTurn}
    >
      <i />
    </button>
  )
}
