import type { InputNumberProps } from 'antd'
import { InputNumber } from 'antd'
import { useState } from 'react'

export type InlineNumberProps = Pick<InputNumberProps<number>, 'min' | 'max' | 'precision' | 'aria-label'> & {
  value: number
  /** Stores another value, once staff leave the field or press Enter; what fails shows the value of before. */
  onSave: (value: number) => Promise<unknown>
}

/** A number of a row that is changed in its place. */
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
