import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import type { TSchema } from '@zhanggui/contract/schema.ts'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { DateRange } from '../form/date-range.tsx'
import { useIsPhone } from '../page/use-is-phone.ts'
import styles from './list-page.module.css'
import { type FilterValue, givenFilters } from './list-state.ts'
import type { List } from './use-list.ts'

/** A filter: just the query's field, where its type and title suffice. */
export type Filter<Name extends string> =
  | Name
  | {
      name: Name
      label?: string
      control?: ReactElement
      /** Not drawn: set elsewhere on the page, and kept when staff search. */
      hidden?: boolean
    }

/** Number of filters shown before 展开, on a narrow and on a wide screen. */
const FIRST_SHOWN = { phone: 1, desktop: 3 }

/** The filters above a list, with 搜索 and 重置. */
export function FilterBar<Row, Name extends string>({
  list,
  filters,
  more,
}: {
  list: List<Row, Name>
  filters: readonly Filter<Name>[]
  /** Drawn before the buttons. */
  more?: ReactNode
}) {
  const [form] = Form.useForm<Record<string, FilterValue | null | undefined>>()
  const [expanded, setExpanded] = useState(false)
  const phone = useIsPhone()
  const first = phone ? FIRST_SHOWN.phone : FIRST_SHOWN.desktop
  const fields = filters.map((filter) => describe(list, filter))
  const seen = fields.filter(({ hidden }) => !hidden)

  // The URL may change by a link or by 清空筛选. Input not yet searched for survives a change of page.
  const applied = JSON.stringify(list.filters)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    // The page comes back from a hidden tab.
    if (shown.current === applied) return
    shown.current = applied
    form.resetFields()
    form.setFieldsValue(JSON.parse(applied))
  }, [form, applied])

  function handleReset() {
    form.resetFields()
    list.search({})
  }

  return (
    <Form
      form={form}
      name={useId()}
      className={styles.filters}
      role="search"
      onFinish={(typed) => list.search(givenFilters(typed))}
    >
      {fields.map(({ name, label, control, hidden }) => (
        <Form.Item
          key={name}
          name={name}
          label={label}
          hidden={hidden || (!expanded && seen.findIndex((field) => field.name === name) >= first)}
        >
          {control}
        </Form.Item>
      ))}
      <div className={styles.filterActions}>
        {more}
        {seen.length > first && (
          <Button
            type="link"
            icon={expanded ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            iconPlacement="end"
            aria-expanded={expanded}
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? '收起' : '展开'}
          </Button>
        )}
        <Button onClick={handleReset}>重置</Button>
        <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
          搜索
        </Button>
      </div>
    </Form>
  )
}

function describe<Row>({ route }: List<Row>, filter: Filter<string>) {
  const { name, label, control, hidden } = typeof filter === 'string' ? { name: filter } : filter
  const schema = (route.query.properties[name] ?? {}) as TSchema & { title?: string }
  const text = label ?? (name === 'createTime' ? '创建时间' : (schema.title ?? name))
  return { name, label: text, hidden, control: control ?? usualControl(schema, text) }
}

function usualControl(schema: TSchema, label: string): ReactElement {
  const { type, enum: values } = schema as { type?: string; enum?: readonly (string | number)[] }
  if (values) return <Select allowClear placeholder="全部" options={values.map((value) => ({ value, label: value }))} />
  if (type === 'boolean') return <Select allowClear placeholder="全部" options={ENABLED} />
  if (type === 'array') return <DateRange />
  if (type === 'integer' || type === 'number')
    return <InputNumber placeholder={`请输入${label}`} style={{ width: '100%' }} />
  return <Input allowClear placeholder={`请输入${label}`} maxLength={50} />
}

const ENABLED = [
  { value: true, label: '启用' },
  { value: false, label: '停用' },
]
