import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import type { SettingField } from '@zhanggui/contract/setting/setting.ts'
import { Button, Form, Tag } from 'antd'
import { useEffect, useRef } from 'react'
import { SettingControl } from './setting-control.tsx'
import styles from './setting-form.module.css'
import { isSame, reportSetting, settingProblem } from './setting-values.ts'

/** A field of a settings group: label, control, help, and its default value. */
export function SettingItem({
  field,
  value,
  usual,
  isSet,
  readOnly,
  marked,
}: {
  field: SettingField
  value: unknown
  /** The default value. */
  usual: unknown
  /** Whether the server has a value for this secret. */
  isSet: boolean
  readOnly: boolean
  /** Set for the field that the address leads to; a new value leads there again. */
  marked?: string | undefined
}) {
  const form = Form.useFormInstance()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (marked === undefined) return
    box.current?.scrollIntoView?.({ block: 'center' })
    box.current?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
  }, [marked])
  const { key, label, type, help, required, restart, locked } = field
  const name = ['values', key]
  const check = async (_: unknown, typed: unknown) => {
    const problem = settingProblem(key, typed)
    if (problem) throw new Error(problem)
  }
  const handleReset = () => form.setFields([{ name, value: usual, errors: [], touched: true }])
  const differs = type !== 'secret' && !isSame(value, usual)
  const showsDefault = differs || (type !== 'secret' && usual !== '')
  return (
    <div ref={box} className={marked === undefined ? undefined : styles.marked}>
      <Form.Item
        name={name}
        label={
          <>
            {label}
            {restart && <Tag className={styles.restart}>重启后生效</Tag>}
          </>
        }
        required={required ?? false}
        rules={locked ? [] : [{ validator: check }]}
        valuePropName={type === 'bool' ? 'checked' : 'value'}
        extra={
          (locked || help || showsDefault) && (
            <div className={styles.extra}>
              {locked && (
                <span className={styles.locked}>
                  <LockOutlined aria-hidden /> {locked}
                </span>
              )}
              {help && <span>{help}</span>}
              {showsDefault && (
                <span className={styles.usual} title={reportSetting(field, usual)}>
                  默认：{reportSetting(field, usual)}
                </span>
              )}
              {differs && !readOnly && !locked && (
                <Button type="link" size="small" aria-label={`${label}恢复默认`} onClick={handleReset}>
                  恢复默认
                </Button>
              )}
            </div>
          )
        }
      >
        <SettingControl field={field} isSet={isSet} {...(locked && { disabled: true })} />
      </Form.Item>
    </div>
  )
}
