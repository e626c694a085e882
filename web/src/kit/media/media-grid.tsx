import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import type { Attachment } from '@zhanggui/contract/file/attachment.ts'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { EmptyBlock, FailedBlock } from '../page/block-state.tsx'
import { FileFace } from './file-thumb.tsx'
import styles from './media.module.css'
import { carryMedia } from './media-drag.ts'
import { type MediaFilter, useMedia } from './use-media.ts'

const MIN_WIDTH = 148
const CELL_HEIGHT = 208
const GAP = 12
/** Used while the frame has no size, as before the first layout and in a hidden tab. */
const UNMEASURED = { width: 720, height: 600 }
/** Number of cells assumed until the first page has returned the total. */
const EXPECTED = 24

type Props = {
  filter: MediaFilter
  chosen: readonly Attachment[]
  onToggle: (row: Attachment) => void
  onOpen: (row: Attachment) => void
  /** Whether the order of choice is shown. */
  ordered: boolean
  /** The actions of a file, drawn on top of its picture. */
  actions: (row: Attachment) => ReactNode
  height: string
}

/** Files of the library in a grid. Only visible cells are drawn and fetched, however many there are. */
export function MediaGrid(props: Props) {
  const { filter, chosen, ordered, actions, height } = props
  const [count, setCount] = useState(EXPECTED)
  /** The cell under the pointer or in focus: the others need no buttons. */
  const [active, setActive] = useState<number>()
  const [width, setWidth] = useState(UNMEASURED.width)
  const frame = useRef<HTMLDivElement>(null)
  const columns = Math.max(1, Math.floor((width + GAP) / (MIN_WIDTH + GAP)))
  const cellWidth = (width - GAP * (columns - 1)) / columns
  const lines = useVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => CELL_HEIGHT,
    gap: GAP,
    overscan: 2,
    initialRect: UNMEASURED,
    getScrollElement: () => frame.current,
    observeElementRect: (virtual, report) =>
      observeElementRect(virtual, (rect) => {
        if (!rect.width || !rect.height) return
        setWidth(rect.width)
        report(rect)
      }),
  })
  const shown = lines.getVirtualItems()
  const from = (shown[0]?.index ?? 0) * columns
  const to = Math.min(count, ((shown.at(-1)?.index ?? -1) + 1) * columns)
  const { total, rowAt, error, retry } = useMedia(filter, from, to)
  // The number of cells is known once the first page has returned.
  if (total !== undefined && total !== count) setCount(total)
  // Cells that stay visible are not redrawn while scrolling: their props must not change.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  if (total === undefined && error) return <FailedBlock error={error} onRetry={retry} />
  if (total === 0) return <EmptyBlock text="这里没有素材" more="上传的图片和视频都在素材库里，商品和页面从这里取用" />
  const cells = shown.flatMap(({ index, start }) =>
    Array.from({ length: Math.min(columns, count - index * columns) }, (_, column) => ({
      index: index * columns + column,
      place: { left: column * (cellWidth + GAP), top: start, width: cellWidth, height: CELL_HEIGHT },
    })),
  )
  return (
    <div ref={frame} className={styles.scroll} style={{ height }}>
      {error && <FailedBlock error={error} onRetry={retry} />}
      <ul
        className={styles.canvas}
        style={{ height: lines.getTotalSize() }}
        onPointerLeave={() => setActive(undefined)}
      >
        {cells.map(({ index, place }) => {
          const row = rowAt(index)
          return (
            <Cell
              key={index}
              {...place}
              index={index}
              total={total}
              row={row}
              latest={latest}
              onActive={setActive}
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

type CellProps = {
  left: number
  top: number
  width: number
  height: number
  index: number
  total: number | undefined
  /** Undefined while loading. */
  row: Attachment | undefined
  /** From 1; 0 when not chosen. */
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
        <span>{formatFacts(row)}</span>
        {row.refCount > 0 && <span>使用 {row.refCount}</span>}
      </span>
    </li>
  )
})

function formatFacts({ bytes, width, height }: Attachment): string {
  const size = width && height ? `${width}×${height}` : ''
  return [bytes ? formatBytes(bytes) : '外部链接', size].filter(Boolean).join(' · ')
}
