import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import type { Attachment } from '@zhanggui/contract/file/attachment.ts'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { Empty } from 'antd'
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { FailedBlock } from '../page/block-state.tsx'
import { FileFace } from './file-thumb.tsx'
import styles from './media.module.css'
import { carryMedia } from './media-drag.ts'
import { type MediaFilter, useMedia } from './use-media.ts'
import { type CellPlace, useVisibleCells } from './use-visible-cells.ts'

const LEAST_WIDTH = 148
const CELL_HEIGHT = 208
/** Places kept while nobody knows how many there are. */
const EXPECTED = 24

type Props = {
  filter: MediaFilter
  chosen: readonly Attachment[]
  onToggle: (row: Attachment) => void
  onOpen: (row: Attachment) => void
  /** Shows in which order they were chosen. */
  ordered: boolean
  /** What can be done with one, on top of its picture. */
  actions: (row: Attachment) => ReactNode
  height: string
}

/** Files of the library side by side. Only those in sight are drawn and fetched, however many there are. */
export function MediaGrid(props: Props) {
  const { filter, chosen, ordered, actions, height } = props
  const [count, setCount] = useState(EXPECTED)
  /** The one under the pointer or in focus: the others need no buttons. */
  const [active, setActive] = useState<number>()
  const cells = useVisibleCells(count, LEAST_WIDTH, CELL_HEIGHT)
  const { total, rowAt, error, retry } = useMedia(filter, cells.from, cells.to)
  // What is drawn depends on how many there are, which the first page tells.
  if (total !== undefined && total !== count) setCount(total)
  // Cells that stay in sight are not drawn again while one scrolls: what they are given must not change.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  if (total === undefined && error) return <FailedBlock error={error} onRetry={retry} />
  if (total === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="素材为空" />
  const indexes = Array.from({ length: Math.max(0, cells.to - cells.from) }, (_, index) => cells.from + index)
  return (
    <div ref={cells.frame} className={styles.scroll} style={{ height }} onScroll={cells.onScroll}>
      {error && <FailedBlock error={error} onRetry={retry} />}
      <ul className={styles.canvas} style={{ height: cells.height }} onPointerLeave={() => setActive(undefined)}>
        {indexes.map((index) => {
          const row = rowAt(index)
          return (
            <Cell
              key={index}
              {...cells.placeOf(index)}
              {...{ index, total, row, latest, onActive: setActive }}
              order={row ? chosen.findIndex(({ id }) => id === row.id) + 1 : 0}
              ordered={ordered}
              actions={row && active === index ? actions(row) : undefined}
            />
          )
        })}
      </ul>
    </div>
  )
}

type CellProps = CellPlace & {
  index: number
  total: number | undefined
  /** Undefined while it is on its way. */
  row: Attachment | undefined
  /** From 1; 0 when it is not chosen. */
  order: number
  ordered: boolean
  actions: ReactNode
  onActive: (index: number) => void
  latest: RefObject<Props>
}

const Cell = memo(function Cell({ index, total, row, order, ordered, actions, onActive, latest, ...place }: CellProps) {
  const position = { 'aria-setsize': total ?? -1, 'aria-posinset': index + 1 }
  if (!row)
    return (
      <li className={styles.cell} style={place} {...position}>
        <span className={styles.skeleton} />
      </li>
    )
  return (
    <li
      className={styles.cell}
      style={place}
      {...position}
      onPointerEnter={() => onActive(index)}
      onFocus={() => onActive(index)}
    >
      <button
        type="button"
        className={styles.face}
        aria-pressed={order > 0}
        aria-label={`选择 ${row.name}`}
        draggable={!ordered}
        onDragStart={(event) => carryMedia(event, order ? latest.current.chosen : [row])}
        onClick={() => latest.current.onToggle(row)}
        onDoubleClick={() => latest.current.onOpen(row)}
      >
        <FileFace key={row.thumbUrl} file={row} />
        {order > 0 && <span className={styles.order}>{ordered ? order : <CheckOutlined aria-hidden />}</span>}
      </button>
      {actions && <span className={styles.actions}>{actions}</span>}
      <strong title={row.name}>{row.name}</strong>
      <span className={styles.facts}>
        <span>{tellFacts(row)}</span>
        {row.refCount > 0 && <span>使用 {row.refCount}</span>}
      </span>
    </li>
  )
})

function tellFacts({ bytes, width, height }: Attachment): string {
  const size = width && height ? `${width}×${height}` : ''
  return [bytes ? formatBytes(bytes) : '外部链接', size].filter(Boolean).join(' · ')
}
