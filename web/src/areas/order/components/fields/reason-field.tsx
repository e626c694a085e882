import { Form, Input } from 'antd'
import styles from '../dialogs/dialogs.module.css'

type Props = {
  id?: string
  value?: string
  onChange?: (value: string) => void
  common: readonly string[]
  maxLength?: number
}

/** A reason, with common ones to pick from. */
export function ReasonInput({ id, value = '', onChange, common, maxLength = 100 }: Props) {
  return (
    <>
      <Input
        id={id}
        maxLength={maxLength}
        allowClear
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <span className={styles.reasons}>
        {common.map((reason) => (
          <button key={reason} type="button" aria-pressed={value === reason} onClick={() => onChange?.(reason)}>
            {reason}
          </button>
        ))}
      </span>
    </>
  )
}

/** Why the present state of the order does not allow the dialog's act any more. */
export function StaleLine({ text }: { text: string | undefined }) {
  return (
    text && (
      <Form.Item>
        <span role="alert" className={styles.stale}>
          {text}
        </span>
      </Form.Item>
    )
  )
}
