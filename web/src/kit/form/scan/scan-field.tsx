import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined'
import { readPasted } from '@zhanggui/domain/keyword.ts'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import styles from './scan-field.module.css'

type ScanFieldProps = {
  label: string
  placeholder?: string
  busy?: boolean
  /** Codes of so many digits: phones show figures, and the last digit sends it. */
  digits?: number
  /** Takes the focus back after each code; phones would show the keyboard over what was found. */
  keepsFocus?: boolean
  /** A code was scanned, or typed and sent by Enter. Resolves to whether something was found by it. */
  onScan: (code: string) => Promise<boolean>
}

/**
 * The field of a desk that scans: a hand scanner types into it and ends with Enter. It has the focus, also after each
 * code: one that was found leaves the field, any other stays chosen, so that the next one replaces it.
 */
export function ScanField(props: ScanFieldProps) {
  const { label, placeholder = label, busy = false, digits, keepsFocus = true, onScan } = props
  const [typed, setTyped] = useState('')
  const field = useRef<InputRef>(null)
  useEffect(() => {
    if (!busy && keepsFocus) field.current?.focus({ cursor: 'all' })
  }, [busy, keepsFocus])

  async function send(text: string) {
    const code = meant(text, digits)
    if (keepsFocus) field.current?.select()
    else field.current?.blur()
    if (code && !busy && (await onScan(code))) setTyped('')
  }

  function handleChange(text: string) {
    const code = meant(text, digits)
    const isWhole = digits !== undefined && new RegExp(`^\\d{${digits}}$`).test(code)
    setTyped(isWhole ? grouped(code) : text)
    // A hand scanner's Enter follows its last digit: the field is busy then, and it is not sent again.
    if (isWhole && code !== meant(typed, digits)) send(code)
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
      {...(digits !== undefined && { inputMode: 'numeric' as const, enterKeyHint: 'search' as const })}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => handleChange(target.value)}
      onPressEnter={() => send(typed)}
    />
  )
}

/** What was scanned or pasted, without blanks; a code of digits also without what it was called. */
const meant = (text: string, digits: number | undefined) =>
  (digits === undefined ? text : readPasted('number', text)).replace(/\s+/g, '')

/** 638 120 7455, as one reads it out. */
const grouped = (code: string) => code.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
