import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { SettingField } from '@zhanggui/contract/setting/setting.ts'
import { Button } from 'antd'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import styles from './rows-input.module.css'

type Row = { id?: number } & Record<string, number | null | undefined>
type Props = {
  field: SettingField
  id?: string
  value?: unknown
  onChange?: (value: Row[]) => void
  disabled?: boolean
}

/** A setting of several rows of amounts: packages of a recharge. */
export function RowsInput({ field: { label, columns = [], max = 0 }, id, value, onChange, disabled = false }: Props) {
  const rows = Array.isArray(value) ? (value as Row[]) : []
  const change = (index: number, key: string, amount: number | null) =>
    onChange?.(rows.map((row, at) => (at === index ? { ...row, [key]: amount } : row)))
  return (
    <div className={styles.rows} id={id}>
      {rows.map((row, index) => (
        // A new row has no id before it is stored.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place
        <div key={index} className={styles.row}>
          {columns.map(({ key, label: title, min }) => (
            <NumberInput
              key={key}
              className={styles.amount}
              aria-label={`第${index + 1}档${title}`}
              prefix={title}
              suffix="元"
              min={min}
              precision={2}
              value={row[key] ?? null}
              disabled={disabled}
              onChange={(amount) => change(index, key, amount)}
            />
          ))}
          {!disabled && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={`删除第${index + 1}档`}
              onClick={() => onChange?.(rows.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {!disabled && (
        <Button
          icon={<PlusOutlined />}
          disabled={rows.length >= max}
          onClick={() =>
            onChange?.([...rows, Object.fromEntries(columns.map(({ key, min }) => [key, min ? null : 0]))])
          }
        >
          添加{label}
          {rows.length >= max && `（最多 ${max} 档）`}
        </Button>
      )}
      {disabled && !rows.length && '没有'}
    </div>
  )
}
