import type { DaySale } from '@zhanggui/contract/seckill/seckill.ts'
import type { CSSProperties, PointerEvent } from 'react'
import { saleText } from '../model/day.ts'
import { isMovable } from '../model/move.ts'
import styles from './sale-block.module.css'
import type { Dragged } from './use-slot-drag.ts'

type Props = {
  of: DaySale
  place: CSSProperties
  /** Itself, while it is dragged. */
  dragged: Dragged | undefined
  /** It may be given other hours, by dragging it too. */
  onDrag: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onClick: () => void
}

/** A flash sale in its hours: how much of its quota is gone. */
export function SaleBlock({ of, place, dragged, onDrag, onClick }: Props) {
  const { id, title, phase, quotaShow, sales, reserved, soldOut, belowCost } = of
  const isToCome = phase === 'upcoming' && sales === 0
  const moves = onDrag && isMovable(of)
  return (
    <button
      type="button"
      className={styles.sale}
      style={{ ...place, ...(dragged && { transform: `translateX(${dragged.by}px)` }) }}
      data-sale={id}
      data-phase={phase}
      data-low={belowCost || undefined}
      data-moves={dragged !== undefined || undefined}
      aria-label={`${title}：${saleText(of)}`}
      aria-keyshortcuts={moves ? 'M' : undefined}
      title={`${title}\n${saleText(of)}${moves ? '\n拖到别的场，或按 M 换场' : ''}`}
      onPointerDown={onDrag}
      onClick={onClick}
    >
      {dragged?.over ? (
        <span>换到 {dragged.over.name}</span>
      ) : (
        <>
          <i style={{ width: `${quotaShow ? Math.min(100, (100 * (sales + reserved)) / quotaShow) : 0}%` }} />
          <span>
            {isToCome ? (
              `限量 ${quotaShow.toLocaleString('en-US')}`
            ) : (
              <>
                <b>{sales.toLocaleString('en-US')}</b> <small>/ {quotaShow.toLocaleString('en-US')}</small>
              </>
            )}
          </span>
          <em>{belowCost ? '低于成本' : soldOut ? '抢光' : phase === 'closed' ? '未开' : ''}</em>
        </>
      )}
    </button>
  )
}

/** Where the block that is dragged would be. */
export const Drop = ({ place }: { place: CSSProperties }) => <div className={styles.drop} style={place} aria-hidden />
