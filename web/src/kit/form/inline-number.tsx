import type { InputNumberProps } from 'antd'
import { InputNumber } from 'antd'
import { useState } from 'react'

export type InlineNumberProps = Pick<InputNumberProps<number>, 'min' | 'max' | 'precision' | 'aria-label'> & {
  value: number
  /** Stores the new value when staff leave the field or press Enter; a failure restores the previous value. */
  onSave: (value: number) => Promise<unknown>
}

/** A number edited in place in its row. */
export function InlineNumber({ value, onSave, ...props }: InlineNumberProps) {
  const [typed, setTyped] = useState<number | null>()
  const [saving, setSaving] = useState(false)

  async function save() {
    if (saving || typed === undefined) return
    if (typed === null || typed === value) return setTyped(undefined)
    setSaving(true)
    await onSave(typed).catch(() => undefined)
    setSaving(false)
    setTyped(undefined)
  }

  return (
    <InputNumber<number>
      {...props}
      size="small"
      style={{ width: 76 }}
      value={typed === undefined ? value : typed}
      disabled={saving}
      onChange={setTyped}
      onBlur={save}
      onPressEnter={save}
      onKeyDown={({ key }) => key === 'Escape' && setTyped(undefined)}
    />
  )
}
