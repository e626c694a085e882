import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { OvertakenLine } from './overtaken.ts'
import styles from './overtaken-bar.module.css'

/** 刚被许北改过：已发货, in the row, until it is taken as read. */
export function OvertakenBar({ of: { text, onRead } }: { of: OvertakenLine }) {
  return (
    <div className={styles.overtaken} role="status">
      {text}
      <button
        type="button"
        aria-label="知道了"
        onClick={(event) => {
          event.stopPropagation()
          onRead()
        }}
      >
        <CloseOutlined aria-hidden />
      </button>
    </div>
  )
}
