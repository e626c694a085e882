import { Button } from 'antd'
import { memo, useState } from 'react'
import { showWarning } from '../../../../kit/feedback/feedback.ts'
import { isNumber, readCell } from '../../../../kit/sku-grid/cells.ts'
import styles from '../../../../kit/sku-grid/sku-grid.module.css'
import type { SkuColumn } from '../../model/sku-columns.ts'
import type { SkuStore } from '../../model/sku-store.ts'
import { SkuThumb } from './sku-thumb.tsx'

type BatchProps = {
  store: SkuStore
  columns: readonly SkuColumn[]
  /** The number of value columns at the left. */
  labelled: number
  /** The number of ticked rows. */
  count: number
  hasLowest: boolean
  /** Shown as a card, like the rows. */
  phone: boolean
  onPicture: () => void
}

/** 批量设置: writes the filled-in values to the ticked rows, or to all rows. */
export const SkuBatchRow = memo(function SkuBatchRow({
  store,
  columns,
  labelled,
  count,
  hasLowest,
  phone,
  onPicture,
}: BatchProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const given = columns.filter(({ field }) => typed[field]?.trim())

  function apply() {
    const cells: Record<string, unknown> = {}
    for (const column of given) {
      const read = readCell(column, typed[column.field] ?? '')
      if ('problem' in read) return void showWarning(read.problem)
      cells[column.field] = read.value
    }
    store.fill(cells)
    setTyped({})
  }

  const thumb = <SkuThumb url="" label="批量设置图片" readOnly={false} onClick={onPicture} />
  const fill = (
    <Button type="link" size="small" className={styles.fill} disabled={!given.length} onClick={apply}>
      {count ? `填充选中 ${count} 行` : '批量设置全部'}
    </Button>
  )
  return (
    <tr className={styles.batch}>
      {phone ? (
        <th className={styles.head}>
          {thumb}
          {fill}
        </th>
      ) : (
        <>
          <th className={styles.tick} />
          {labelled > 0 && (
            <th className={styles.sticky} colSpan={labelled}>
              {fill}
            </th>
          )}
          <th>{thumb}</th>
        </>
      )}
      {columns.map(({ field, title, kind }) => {
        const props = {
          'aria-label': `批量设置${title}`,
          value: typed[field] ?? '',
          onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [field]: target.value }),
        }
        return (
          <th key={field} className={kind === 'flag' ? styles.end : undefined} data-title={title}>
            {kind === 'flag' ? (
              <select className={styles.cell} {...props}>
                <option value="" />
                <option>是</option>
                <option>否</option>
              </select>
            ) : (
              <input
                className={styles.cell}
                data-number={isNumber(kind)}
                {...props}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  apply()
                }}
              />
            )}
          </th>
        )
      })}
      {hasLowest && !phone && <th />}
      {!phone && <th className={styles.end} />}
    </tr>
  )
})
