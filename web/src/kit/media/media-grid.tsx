import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import type { Attachment } from '@zhanggui/contract/attachment.ts'
import { tellBytes } from '@zhanggui/domain/file-type.ts'
import { Empty, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { FailedBlock } from '../block-state.tsx'
import { FileFace } from './file-thumb.tsx'
import styles from './media.module.css'
import { carryMedia } from './media-drag.ts'
import { type MediaFilter, useMedia } from './use-media.ts'
import { useVisibleCells } from './use-visible-cells.ts'

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
  deeds: (row: Attachment) => ReactNode
  height: string
}

/** Files of the library side by side. Only those in sight are drawn and fetched, however many there are. */
export function MediaGrid({ filter, chosen, onToggle, onOpen, ordered, deeds, height }: Props) {
  const [count, setCount] = useState(EXPECTED)
  const cells = useVisibleCells(count, LEAST_WIDTH, CELL_HEIGHT)
  const { total, rowAt, error, retry } = useMedia(filter, cells.from, cells.to)
  // What is drawn depends on how many there are, which the first page tells.
  if (total !== undefined && total !== count) setCount(total)

  if (total === undefined && error) return <FailedBlock error={error} onRetry={retry} />
  if (total === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="素材为空" />
  const indexes = Array.from({ length: Math.max(0, cells.to - cells.from) }, (_, index) => cells.from + index)
  return (
    <div ref={cells.frame} className={styles.scroll} style={{ height }} onScroll={cells.onScroll}>
      {error && <FailedBlock error={error} onRetry={retry} />}
      <ul className={styles.canvas} style={{ height: cells.height }}>
        {indexes.map((index) => {
          const row = rowAt(index)
          const order = row ? chosen.findIndex(({ id }) => id === row.id) + 1 : 0
          return (
            <li
              key={index}
              className={styles.cell}
              style={cells.placeOf(index)}
              aria-setsize={total ?? -1}
              aria-posinset={index + 1}
            >
              {row ? (
                <>
                  <button
                    type="button"
                    className={styles.face}
                    aria-pressed={order > 0}
                    aria-label={`选择 ${row.name}`}
                    draggable={!ordered}
                    onDragStart={(event) => carryMedia(event, order ? chosen : [row])}
                    onClick={() => onToggle(row)}
                    onDoubleClick={() => onOpen(row)}
                  >
                    <FileFace key={row.thumbUrl} file={row} />
                    {order > 0 && (
                      <span className={styles.order}>{ordered ? order : <CheckOutlined aria-hidden />}</span>
                    )}
                  </button>
                  <strong title={row.name}>{row.name}</strong>
                  <span className={styles.facts}>{tellFacts(row)}</span>
                  <span className={styles.deeds}>{deeds(row)}</span>
                </>
              ) : (
                <span className={styles.skeleton}>
                  <Skeleton active title={false} paragraph={false} />
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function tellFacts({ bytes, width, height, refCount }: Attachment): string {
  const size = width && height ? `${width}×${height}` : ''
  return [bytes ? tellBytes(bytes) : '外部链接', size, refCount ? `使用 ${refCount}` : ''].filter(Boolean).join(' · ')
}
