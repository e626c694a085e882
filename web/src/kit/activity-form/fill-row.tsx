import { Button } from 'antd'
import { useState } from 'react'
import { showWarning } from '../feedback/feedback.ts'
import { readCell } from '../sku-grid/cells.ts'
import grid from '../sku-grid/sku-grid.module.css'
import styles from './activity-form.module.css'
import { type LineColumn, lineColumns } from './sku-lines.ts'
import type { LinesStore } from './use-lines.ts'

type FillProps = {
  store: LinesStore
  priceTitle: string
  phone: boolean
  taken: number
  seesCost: boolean
  hasSold: boolean
}

/** 批量设置 of what takes part: a price or a share of the price on the shelf, and a quota. */
export function FillRow({ store, priceTitle, phone, taken, seesCost, hasSold }: FillProps) {
  const [typed, setTyped] = useState({ price: '', percent: '', quota: '' })
  const [price, quota] = lineColumns({ priceTitle }) as [LineColumn, LineColumn]
  const share = { title: '折扣', kind: 'measure', decimals: 1, max: 100 } as const
  function apply() {
    const fill: Record<string, number> = {}
    for (const [name, column] of [
      ['price', price],
      ['percent', share],
      ['quota', quota],
    ] as const) {
      if (!typed[name].trim()) continue
      const read = readCell(column, typed[name])
      if ('problem' in read) return void showWarning(read.problem)
      if (typeof read.value === 'number') fill[name] = read.value
    }
    if (fill.percent === 0) return void showWarning('折扣应大于 0')
    store.fill(fill)
    setTyped({ price: '', percent: '', quota: '' })
  }
  const inputOf = (name: keyof typeof typed, label: string, hint: string) => (
    <input
      className={grid.cell}
      data-number
      inputMode="decimal"
      aria-label={`批量设置${label}`}
      placeholder={hint}
      value={typed[name]}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        apply()
      }}
    />
  )
  const isEmpty = !Object.values(typed).some((text) => text.trim())
  const act = (
    <Button size="small" disabled={isEmpty || !taken} onClick={apply}>
      填入
    </Button>
  )
  if (phone)
    return (
      <tr className={grid.batch} style={{ gridTemplateRows: '58px 40px' }}>
        <th data-title={price.title}>{inputOf('price', price.title, '')}</th>
        <th data-title="或折扣 %">{inputOf('percent', '折扣', '80')}</th>
        <th data-title="限量">{inputOf('quota', '限量', '')}</th>
        <th className={styles.fillAct}>{act}</th>
      </tr>
    )
  return (
    <tr className={grid.batch}>
      <th />
      <th className={styles.fillName}>已选 {taken} 个，统一设</th>
      <th />
      {seesCost && <th />}
      <th>{inputOf('price', price.title, price.title)}</th>
      <th>{inputOf('percent', '折扣', '折扣 %')}</th>
      <th>{inputOf('quota', '限量', '限量')}</th>
      <th colSpan={6 + Number(seesCost) + Number(hasSold)} className={styles.fillAct}>
        {act} <span className={styles.fillHint}>或从表格粘贴</span>
      </th>
    </tr>
  )
}
