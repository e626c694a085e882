import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import styles from './scan-field.module.css'

type ScanFieldProps = {
  label: string
  placeholder?: string
  busy?: boolean
  /** A code was scanned, or typed and sent by Enter. */
  onScan: (code: string) => void
}

/**
 * The field of a desk that scans: a hand scanner types into it and ends with Enter. It has the focus, also after each
 * code, whose text is chosen so that the next one replaces it.
 */
export function ScanField({ label, placeholder = label, busy = false, onScan }: ScanFieldProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<InputRef>(null)
  useEffect(() => {
    if (!busy) field.current?.focus({ cursor: 'all' })
  }, [busy])

  function handleEnter() {
    const code = typed.replace(/\s+/g, '')
    if (code && !busy) onScan(code)
    field.current?.select()
  }

  return (
    <Input
      ref={field}
      className={styles.scan}
      size="large"
      prefix={<ScanOutlined aria-hidden />}
      aria-label={label}
      placeholder={placeholder}
      allowClear
      autoComplete="off"
      value={typed}
      readOnly={busy}
      onChange={({ target }) => setTyped(target.value)}
      onPressEnter={handleEnter}
    />
  )
}
