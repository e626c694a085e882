import { toFen } from '@zhanggui/domain/money.ts'
import { Form, Radio, Select } from 'antd'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { showValue } from '../../model/grid/grid-cells.ts'
import { applyFormula, type Formula, valueAt } from '../../model/grid/grid-edits.ts'
import { blockOf } from '../../model/grid/grid-select.ts'
import type { GridStore } from '../../model/grid/grid-store.ts'
import styles from './product-grid.module.css'
import { report } from './product-grid.tsx'

const EXAMPLES = 3

type Typed = { scope: number; mode: Formula['mode']; value?: number | null; round: Formula['round'] }
const SELECTED = -1

const modes: Record<Formula['mode'], { label: string; title: string; extra?: string }> = {
  percent: { label: '加减百分比', title: '百分比（%）', extra: '负数为减少' },
  add: { label: '加减', title: '加减多少', extra: '负数为减少' },
  times: { label: '乘以', title: '倍数' },
  set: { label: '改为', title: '改为多少' },
}
const rounds: Record<Formula['round'], string> = {
  none: '不变',
  'x.9': '末位 .90（向上）',
  'x.99': '末位 .99（向上）',
  yuan: '取整到元',
  jiao: '取整到角',
}

/** 公式: changes the selected numbers, or a whole column. Render it only while it is open. */
export function FormulaDialog({ store, phone, onClose }: { store: GridStore; phone: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const { selection, lines, edits } = store.getState()
  const block = blockOf(selection)
  const cells = (block.bottom - block.top + 1) * (block.right - block.left + 1)
  const columns = store.columns.flatMap(({ kind, readOnly, title }, index) =>
    kind === 'flag' || readOnly ? [] : [{ value: index, label: `整列${title}（${lines.length} 行）` }],
  )
  const scopes = [...(phone ? [] : [{ value: SELECTED, label: `选中的 ${cells} 个单元格` }]), ...columns]
  const typed = Form.useWatch((all: Typed) => all, form)

  function apply({ scope, ...rest }: Typed) {
    report(store.calculate(formulaOf(rest), scope === SELECTED ? undefined : scope), '计算')
    onClose()
  }

  return (
    <Dialog title="公式" width={480} onCancel={onClose} okText="计算" onOk={() => form.submit()}>
      <Form<Typed>
        form={form}
        name="grid-formula"
        layout="vertical"
        onFinish={apply}
        initialValues={{ scope: scopes[0]?.value, mode: 'percent', round: 'none' }}
      >
        <Form.Item name="scope" label="范围">
          <Select options={scopes} />
        </Form.Item>
        <Form.Item name="mode" label="方式">
          <Radio.Group options={Object.entries(modes).map(([value, { label }]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item
          name="value"
          label={modes[typed?.mode ?? 'percent'].title}
          extra={modes[typed?.mode ?? 'percent'].extra}
          rules={[{ required: true, message: '请输入数值' }]}
        >
          <NumberInput precision={2} min={-99_999_999} max={99_999_999} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="round" label="价格尾数">
          <Select options={Object.entries(rounds).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
      </Form>
      <output className={styles.examples}>{examples()}</output>
    </Dialog>
  )

  /** What the first cells would become. */
  function examples() {
    if (!typed || typeof typed.value !== 'number') return null
    const sheet = store.sheet()
    const { scope } = typed
    const whole = { top: 0, bottom: lines.length - 1, left: scope, right: scope }
    const range = scope === SELECTED ? block : whole
    const { edits: after } = applyFormula(
      edits,
      sheet,
      { ...range, bottom: Math.min(range.bottom, range.top + 20) },
      formulaOf(typed),
    )
    const shown = lines.slice(range.top, range.top + 20).flatMap((line) =>
      sheet.columns.slice(range.left, range.right + 1).flatMap((column) => {
        const [was, now] = [valueAt(edits, line, column), valueAt(after, line, column)]
        return was === now || (column.shared && !line.first)
          ? []
          : [`${column.title} ${showValue(column, was)} → ${showValue(column, now)}`]
      }),
    )
    return shown.length ? `例：${[...new Set(shown)].slice(0, EXAMPLES).join('；')}` : '这些单元格不会变化'
  }
}

/** Both amounts and percentages have two decimals: hundredths of either are whole. */
function formulaOf({ mode, value, round }: Pick<Typed, 'mode' | 'value' | 'round'>): Formula {
  return { mode, value: toFen(value ?? 0), round }
}
