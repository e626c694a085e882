import { Button, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { useIsPhone } from '../page/use-is-phone.ts'
import styles from './list-foot.module.css'
import { PAGE_SIZES } from './list-state.ts'
import type { List } from './use-list.ts'

type ListFootProps<Row> = {
  list: List<Row>
  /** Sums of what the filters match, beside the number of rows. */
  sums?: ReactNode
  /** With rows chosen: their number, what can be done with them, and a way out, in place of the sums. */
  batch?: { count: number; sums?: ReactNode; acts: ReactNode; onClear: () => void } | undefined
  sizes?: readonly number[] | undefined
  /** What rows are counted in: 单. */
  unit?: string | undefined
}

/** 38 毫秒, 1.4 秒. */
const tookText = (ms: number) => (ms < 1000 ? `${Math.max(1, Math.round(ms))} 毫秒` : `${(ms / 1000).toFixed(1)} 秒`)

/** The foot of a list, always in sight: sums at the left, pages at the right; with rows chosen, what to do with them. */
export function ListFoot<Row>({ list, sums, batch, sizes = PAGE_SIZES, unit = '条' }: ListFootProps<Row>) {
  const phone = useIsPhone()
  const total = `共 ${list.total}${list.totalIsLowerBound ? '+' : ''} ${unit}`
  const brief = phone || batch !== undefined
  const paged = !list.whole && list.total > 0
  if (!paged && !batch && !sums) return null
  return (
    <footer className={styles.foot} data-batch={batch !== undefined}>
      {batch ? (
        <section className={styles.batch} aria-label="已选">
          <span>
            已选 <b>{batch.count}</b> {unit}
            {batch.sums && <>，{batch.sums}</>}
          </span>
          {batch.acts}
          <Button type="link" size="small" onClick={batch.onClear}>
            取消选择
          </Button>
        </section>
      ) : (
        <div className={styles.sums}>
          {paged && (
            <span>
              <span>{total}</span>
              {list.took !== undefined && !phone && <small className={styles.took}>，用时 {tookText(list.took)}</small>}
            </span>
          )}
          {sums}
        </div>
      )}
      {paged && !(phone && batch) && (
        <Pagination
          className={styles.pages}
          size="small"
          current={list.page}
          pageSize={list.limit}
          total={list.total}
          pageSizeOptions={[...sizes]}
          // What is done with chosen rows needs the room.
          showSizeChanger={!brief}
          showQuickJumper={!brief}
          showLessItems
          simple={brief && { readOnly: true }}
          onChange={list.turnTo}
        />
      )}
    </footer>
  )
}
