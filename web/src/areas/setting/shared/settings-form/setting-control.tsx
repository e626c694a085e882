import type { SettingField } from '@zhanggui/contract/setting/setting.ts'
import { Checkbox, Input, Radio, Select, Switch } from 'antd'
import { useState } from 'react'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { SafeHtml } from '../../../../kit/text/safe-html.tsx'
import { FileInput, ImageInput } from '../../../../kit/upload/upload.tsx'
import { RowsInput } from './rows-input.tsx'
import styles from './setting-form.module.css'
import { isSame } from './setting-values.ts'

/** The props that a form passes to its control; a switch receives its value as `checked`. */
type Given = { id?: string; value?: unknown; onChange?: (value: unknown) => void; disabled?: boolean }
type TextGiven = Given & { value?: string; onChange?: (value: string) => void }

/** At most this many options are all shown; more are put into a dropdown. */
const MAX_SHOWN = 4
const usualRows = { minRows: 3, maxRows: 10 }

/** The control of a setting, by its type. */
export function SettingControl({ field, isSet, ...given }: Given & { field: SettingField; isSet: boolean }) {
  const { type, unit, options = [] } = field
  const choices = options.map(({ label, value }) => ({ label, value: value as string | number }))
  const plain: object = given
  const text: TextGiven = plain
  switch (type) {
    case 'int':
    case 'decimal':
    case 'percent':
    case 'money':
      return <NumberInput {...plain} className={styles.number} suffix={unit} />
    case 'bool':
      return <Switch {...plain} />
    case 'select':
      return choices.length <= MAX_SHOWN ? (
        <Radio.Group {...plain} options={choices} />
      ) : (
        <Select {...plain} className={styles.choice} options={choices} />
      )
    case 'multiselect':
      return <Checkbox.Group {...plain} options={choices} />
    case 'textarea':
      return <Input.TextArea {...plain} autoSize={usualRows} />
    case 'html':
      return <HtmlInput {...text} />
    case 'rows':
      return <RowsInput field={field} {...given} />
    case 'json':
      return <JsonInput {...given} />
    case 'image':
      return <ImageInput {...text} />
    case 'file':
      return <FileInput {...text} />
    case 'color':
      return <ColourInput {...text} />
    case 'secret':
      return field.multiline ? (
        <Input.TextArea
          {...plain}
          className={styles.code}
          autoSize={usualRows}
          spellCheck={false}
          placeholder={secretHint(isSet)}
        />
      ) : (
        <Input.Password {...plain} autoComplete="new-password" placeholder={secretHint(isSet)} />
      )
    case 'url':
      return <Input {...plain} inputMode="url" placeholder="https://" allowClear />
    case 'phone':
      return <Input {...plain} inputMode="tel" className={styles.choice} allowClear />
    default:
      return <Input {...plain} allowClear />
  }
}

const secretHint = (isSet: boolean) => (isSet ? '••••••（已设置，不修改请留空）' : '未设置')

/** HTML as text, with its preview below. */
function HtmlInput({ onChange, ...given }: TextGiven) {
  return (
    <>
      <Input.TextArea {...given} autoSize={usualRows} onChange={({ target }) => onChange?.(target.value)} />
      {given.value && (
        <section className={styles.preview} aria-label="预览">
          <SafeHtml html={given.value} />
        </section>
      )}
    </>
  )
}

function ColourInput({ value = '', onChange, id, disabled }: TextGiven) {
  return (
    <span className={styles.colour}>
      <input
        type="color"
        aria-label="选择颜色"
        value={value.toLowerCase()}
        disabled={disabled}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <Input id={id} value={value} disabled={disabled} onChange={({ target }) => onChange?.(target.value)} />
    </span>
  )
}

/** JSON as text. While it does not parse, the text itself is the value, which validation rejects. */
function JsonInput({ value, onChange, ...given }: Given) {
  const [typed, setTyped] = useState('')
  const text = typeof value === 'string' ? value : isSame(parse(typed), value) ? typed : JSON.stringify(value, null, 2)
  return (
    <Input.TextArea
      {...given}
      className={styles.code}
      autoSize={usualRows}
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange?.(parse(target.value) ?? target.value)
      }}
    />
  )
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
