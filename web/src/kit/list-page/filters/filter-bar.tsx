import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import type { TSchema } from '@zhanggui/contract/schema.ts'
import { Button, Form, Input, type InputRef, Select } from 'antd'
import {
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { DateRange } from '../../form/dates/date-range.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { useKeys } from '../../keys/keys.ts'
import { loadChunk } from '../../page/load-chunk.ts'
import { useIsPhone } from '../../page/use-is-phone.ts'
import { type Filters, type FilterValue, givenFilters } from '../list-state.ts'
import type { List } from '../use-list.ts'
import styles from './filter-bar.module.css'

/** With the panel it is drawn in, which few pages show at once. */
const FilterSheet = lazy(() => loadChunk(() => import('./filter-sheet.tsx')))

/** A filter: just the query's field, where its type and title suffice. */
export type Filter<Name extends string> =
  | Name
  | {
      name: Name
      label?: string
      control?: ReactElement
      /** In the bar, in place of its label: a choice of what the filter is about. */
      before?: ReactNode
      /** Drawn by `moreFilters`, or elsewhere on the page; its chip shows that it is set. */
      hidden?: boolean
      /** What its chip says of a value, where the control does not tell; '' for the label alone. */
      text?: (value: FilterValue) => ReactNode
    }

/** Number of filters in the bar of a wide screen; the others are in the panel. On phones only the search has room. */
const FIRST_SHOWN = 3
/** A pause in typing this long applies a filter. */
const TYPED_MS = 400

type Typed = Record<string, FilterValue | null | undefined>
type FilterBarProps<Row, Name extends string> = {
  list: List<Row, Name>
  filters: readonly Filter<Name>[]
  /** Further fields of the panel, each a `Form.Item` with the name of its filter. */
  more?: ReactNode
  /** What the rows are counted in, if not 条. */
  unit?: string
  /** Drawn at the right end. */
  tools?: ReactNode
}

/** The filters above a list, in one line. They apply at once; those without room are in a panel and leave chips. */
export function FilterBar<Row, Name extends string>({ list, filters, more, tools, unit }: FilterBarProps<Row, Name>) {
  const [form] = Form.useForm<Typed>()
  const [open, setOpen] = useState(false)
  const phone = useIsPhone()
  const search = useRef<InputRef>(null)
  useSlashKey(search)
  const fields = filters.map((filter) => describe(list, filter))
  const seen = fields.filter(({ hidden }) => !hidden)
  const searched = seen.find(({ control }) => control.type === Input)
  const ordered = [...(searched ? [searched] : []), ...seen.filter((field) => field !== searched)]
  const first = ordered.slice(0, phone ? (searched ? 1 : 0) : FIRST_SHOWN)
  const rest = ordered.slice(first.length)
  const set = fields.filter(({ name }) => name in list.filters)
  const chips = set.filter(({ name }) => !first.some((field) => field.name === name))

  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef('')
  function stopTyping() {
    clearTimeout(typing.current)
    typing.current = undefined
  }
  function apply(again: boolean) {
    stopTyping()
    const { filters: asked } = list.latest()
    const next = givenFilters({ ...asked, ...form.getFieldsValue() })
    if (!again && signature(next) === signature(asked)) return
    sent.current = signature(next)
    list.search(next)
  }
  const applyTyped = useEffectEvent(() => apply(false))
  useEffect(() => {
    // Left by the back button in a pause of typing: what is in the field applies now that the list is shown again.
    if (typing.current !== undefined) typing.current = setTimeout(() => applyTyped())
    return () => clearTimeout(typing.current)
  }, [])

  function handleChange(changed: Typed) {
    const [name = ''] = Object.keys(changed)
    const type = fields.find((field) => field.name === name)?.control.type
    stopTyping()
    if (type === Input || type === NumberInput || typeof changed[name] === 'number')
      typing.current = setTimeout(() => applyTyped(), TYPED_MS)
    else apply(false)
  }

  // The URL may change by a link, a chip or 清空筛选. What is being typed survives the answer to what was typed before.
  const applied = signature(list.filters)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (shown.current === applied) return
    shown.current = applied
    if (sent.current === applied) return
    form.resetFields()
    form.setFieldsValue(Object.fromEntries(JSON.parse(applied)))
  }, [form, applied])

  function handleReset() {
    stopTyping()
    sent.current = ''
    form.resetFields()
    list.search({})
  }

  function drop(name: string) {
    const { [name]: _, ...others } = list.latest().filters
    sent.current = ''
    form.setFieldValue(name, undefined)
    list.search(others)
  }

  const dirty = set.length > 0
  return (
    <Form<Typed>
      form={form}
      name={useId()}
      className={styles.filters}
      role="search"
      onValuesChange={handleChange}
      // Applied later, it would lead back to this page whoever has just left it by a link.
      onBlur={() => typing.current && apply(false)}
      onFinish={() => apply(true)}
    >
      {first.map((field) =>
        field === searched ? (
          <Form.Item key={field.name} name={field.name} className={styles.search}>
            {searchField(field, search, phone)}
          </Form.Item>
        ) : (
          <Form.Item key={field.name} name={field.name} label={field.before ?? field.label} className={styles.field}>
            {field.control}
          </Form.Item>
        ),
      )}
      {(rest.length > 0 || more) && (
        <Button icon={<FilterOutlined aria-hidden />} onClick={() => setOpen(true)}>
          {phone ? '筛选' : '更多筛选'}
          {chips.length > 0 && ` ${chips.length}`}
        </Button>
      )}
      {!phone &&
        chips.map(({ name, label, ...field }) => {
          const text = chipText(field, list.filters[name])
          return (
            <span key={name} className={styles.chip}>
              {text ? (
                <>
                  {label}：{text}
                </>
              ) : (
                label
              )}
              <button type="button" aria-label={`取消筛选：${label}`} onClick={() => drop(name)}>
                <CloseOutlined aria-hidden />
              </button>
            </span>
          )
        })}
      {!phone && dirty && (
        <Button type="link" className={styles.reset} onClick={handleReset}>
          重置
        </Button>
      )}
      {tools && <div className={styles.tools}>{tools}</div>}
      {open && (
        <Suspense fallback={null}>
          <FilterSheet list={list} unit={unit} onReset={handleReset} onClose={() => setOpen(false)}>
            {rest.map(({ name, label, control }) => (
              <Form.Item key={name} name={name} label={label} layout="vertical">
                {control}
              </Form.Item>
            ))}
            {more}
          </FilterSheet>
        </Suspense>
      )}
    </Form>
  )
}

type Field = ReturnType<typeof describe>

function searchField({ control, label }: Field, search: RefObject<InputRef | null>, phone: boolean): ReactElement {
  const given = control.props as { placeholder?: string }
  return cloneElement(control as ReactElement<Record<string, unknown>>, {
    ref: search,
    'aria-label': label,
    placeholder: given.placeholder ?? `请输入${label}`,
    prefix: (
      <button type="submit" className={styles.glass} aria-label="搜索">
        <SearchOutlined aria-hidden />
      </button>
    ),
    ...(!phone && { suffix: <kbd className={styles.key}>/</kbd> }),
  })
}

/** `/` focuses the search field, unless a dialog is open. */
function useSlashKey(search: RefObject<InputRef | null>) {
  useKeys(
    '列表',
    [{ key: '/', act: '搜索', run: () => search.current?.focus() }],
    () => search.current !== null && !document.querySelector('[role=dialog]'),
  )
}

/** Filters as a text that does not depend on their order. */
const signature = (filters: Filters) => JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)))

function describe<Row>({ route }: List<Row>, filter: Filter<string>) {
  const { name, label, control, hidden, text, before } = typeof filter === 'string' ? { name: filter } : filter
  const schema = (route.query.properties[name] ?? {}) as TSchema & { title?: string }
  const title = label ?? (name === 'createTime' ? '创建时间' : (schema.title ?? name))
  return { name, label: title, hidden, text, before, control: control ?? usualControl(schema, title) }
}

type Option = { value?: unknown; label?: ReactNode }

/** What a chip says of a value: undefined where only the filter's own words would say it. */
function chipText({ control, text }: Pick<Field, 'control' | 'text'>, value: FilterValue | undefined): ReactNode {
  if (value === undefined) return undefined
  if (text) return text(value)
  const { options } = control.props as { options?: readonly Option[] }
  if (options) return options.find((option) => option.value === value)?.label
  if (Array.isArray(value))
    return control.type === DateRange ? value.map((day) => String(day).slice(0, 10)).join(' 至 ') : undefined
  return control.type === Input || control.type === NumberInput ? String(value) : undefined
}

function usualControl(schema: TSchema, label: string): ReactElement {
  const { type, enum: values } = schema as { type?: string; enum?: readonly (string | number)[] }
  if (values) return <Select allowClear placeholder="全部" options={values.map((value) => ({ value, label: value }))} />
  if (type === 'boolean') return <Select allowClear placeholder="全部" options={ENABLED} />
  if (type === 'array') return <DateRange />
  if (type === 'integer' || type === 'number')
    return <NumberInput placeholder={`请输入${label}`} style={{ width: '100%' }} />
  return <Input allowClear placeholder={`请输入${label}`} maxLength={50} />
}

const ENABLED = [
  { value: true, label: '启用' },
  { value: false, label: '停用' },
]
