import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import styles from './check.module.css'

type Given = {
  label: string
  isOn: boolean
  onTurn: () => void
  isDisabled?: boolean
  /** Whether the label is seen, or only read out. */
  isShown?: boolean
  /** Whether it is one of several choices rather than a choice of its own. */
  isRadio?: boolean
}

/** A round box to tick. */
export function Check({ label, isOn, onTurn, isDisabled, isShown, isRadio }: Given) {
  return (
    <label className={styles.check}>
      <input
        type={isRadio ? 'radio' : 'checkbox'}
        checked={isOn}
        disabled={isDisabled}
        aria-label={label}
        onChange={onTurn}
      />
      <span className={styles.box}>{isOn && <Icon name="check" size={16} />}</span>
      {isShown && label}
    </label>
  )
}
