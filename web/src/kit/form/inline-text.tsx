import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Input } from 'antd'
import { useState } from 'react'
import { useReadOnly } from '../access/can.tsx'
import { Greyed } from '../access/greyed.tsx'
import styles from './inline-text.module.css'
import { useFocusBack } from './use-focus-back.ts'

type Props = {
  value: string
  /** What it is called; also shown while there is none. */
  label: string
  maxLength: number
  /** Read only if omitted. Stores the text; a failure keeps it in the field. */
  onSave?: ((value: string) => Promise<unknown>) | undefined
  /** How many lines are shown; all if omitted. */
  lines?: number
}

/** A text written in place: a click opens the field, Enter saves, Esc leaves, and so does the way out of the field with nothing changed. */
export function InlineText({ value, label, maxLength, onSave, lines }: Props) {
  const [typed, setTyped] = useState<string>()
  const [saving, setSaving] = useState(false)
  const readOnly = useReadOnly()
  const { opener, goBack } = useFocusBack(typed !== undefined)

  async function save() {
    if (saving || typed === undefined) return
    const text = typed.trim()
    if (text === value) return leave()
    setSaving(true)
    const saved = await onSave?.(text).then(
      () => true,
      () => false,
    )
    setSaving(false)
    if (saved) leave()
  }

  function leave() {
    goBack()
    setTyped(undefined)
  }

  if (typed !== undefined)
    return (
      <Input.TextArea
        autoFocus
        className={styles.field}
        aria-label={label}
        autoSize={{ minRows: 1, maxRows: 3 }}
        maxLength={maxLength}
        value={typed}
        disabled={saving}
        placeholder="Enter 保存，Esc 不改"
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onBlur={() => (typed.trim() === value ? setTyped(undefined) : save())}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            save()
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            leave()
          }
        }}
      />
    )
  const text = (
    <span className={styles.text} style={lines ? { WebkitLineClamp: lines } : undefined} data-cut={lines !== undefined}>
      {value}
    </span>
  )
  if (!onSave) return value ? text : null
  return (
    <Greyed why={readOnly}>
      <button
        ref={opener}
        disabled={readOnly !== undefined}
        type="button"
        className={styles.opener}
        title={value}
        aria-label={value ? `${label}：${value}` : `写${label}`}
        onClick={() => setTyped(value)}
      >
        {value ? text : <span className={styles.none}>写{label}</span>}
        <EditOutlined className={styles.pen} aria-hidden />
      </button>
    </Greyed>
  )
}
