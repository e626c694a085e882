import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import { useReadOnly } from '../access/can.tsx'
import { Greyed } from '../access/greyed.tsx'
import styles from './inline-text.module.css'
import { NumberInput } from './number-input.tsx'
import { useFocusBack } from './use-focus-back.ts'

type InlineNumberProps = {
  /** What the number says of which row: 「纯牛奶」的排序. */
  label: string
  value: number
  max: number
  /** Stores the new value when staff leave the field or press Enter; a failure shows the stored value again. */
  onSave: (value: number) => Promise<unknown>
}

/** A whole number of a row with a pencil, edited in its place. */
export function InlineNumber({ label, value, max, onSave }: InlineNumberProps) {
  const [typed, setTyped] = useState<number | null>()
  const [saving, setSaving] = useState(false)
  const readOnly = useReadOnly()
  const { opener, goBack } = useFocusBack(typed !== undefined)
  const close = () => {
    goBack()
    setTyped(undefined)
  }
  if (typed === undefined)
    return (
      <Greyed why={readOnly}>
        <Button
          ref={opener}
          type="text"
          size="small"
          className={styles.counted}
          icon={<EditOutlined aria-hidden />}
          iconPlacement="end"
          aria-label={`修改${label} ${value}`}
          onClick={() => setTyped(value)}
        >
          <span className={styles.number}>{value}</span>
        </Button>
      </Greyed>
    )

  async function save() {
    // Enter saves, and the field that then cannot be typed into any more loses the focus.
    if (saving) return
    if (typed === null || typed === undefined || typed === value) return close()
    setSaving(true)
    await onSave(typed).catch(() => undefined)
    setSaving(false)
    // After a refusal, too: leaving the field must not send over what somebody else chose.
    close()
  }

  return (
    <NumberInput<number>
      autoFocus
      size="small"
      min={0}
      max={max}
      precision={0}
      style={{ width: 80 }}
      aria-label={label}
      value={typed}
      disabled={saving}
      onChange={setTyped}
      onPressEnter={save}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    />
  )
}
