import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { DaySale, DaySlot, SeckillDay } from '@zhanggui/contract/seckill/seckill.ts'
import { Button } from 'antd'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Picture } from '../../../kit/media/picture.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { type DayLine, firstHour, linesOfDay, type Pace } from '../model/day.ts'
import { gapsOf, type Hours, hoursText, hourText } from '../model/slots.ts'
import styles from './day-table.module.css'
import { Drop, SaleBlock } from './sale-block.tsx'
import { type SlotActs, SlotMenu } from './slot-menu.tsx'
import { useSlotDrag } from './use-slot-drag.ts'

type DayTableProps = {
  of: SeckillDay
  /** The hour now, with its part that has passed; undefined on other days. */
  hour: number | undefined
  /** Undefined for a day of which no order can be there yet. */
  pace: Pace | undefined
  onSale: (sale: DaySale) => void
  /** Gives a flash sale other hours; it stays where it is without it. */
  onMove: ((sale: DaySale, to: DaySlot) => void) | undefined
  slotActs: SlotActs
  /** Adds a slot in a gap; gaps stay empty without it. */
  onGap: ((hours: Hours) => void) | undefined
}

/** So many products are shown at first. */
const FIRST_LINES = 12

/** 时间表: the hours of a day with its slots, how orders came, and a line for each product with what it sells when. */
export function DayTable({ of: day, hour, pace, onSale, onMove, slotActs, onGap }: DayTableProps) {
  const [all, setAll] = useState(false)
  const first = firstHour(day.slots)
  const marks = Array.from({ length: (24 - first) / 2 }, (_, at) => first + at * 2)
  const placeOf = ({ startHour, endHour }: Hours): CSSProperties => ({
    left: `${((startHour - first) / (24 - first)) * 100}%`,
    width: `${((endHour - startHour) / (24 - first)) * 100}%`,
  })
  const hoursOf = new Map(day.slots.map((slot) => [slot.id, slot]))
  const { dragged, start } = useSlotDrag({ slots: day.slots, first, onMove })
  const lines = linesOfDay(day.list)
  const shown = all ? lines : lines.slice(0, FIRST_LINES)
  const gaps = onGap ? gapsOf([{ startHour: 0, endHour: first }, ...day.slots]) : []
  const hours = day.slots.reduce((sum, { startHour, endHour }) => sum + endHour - startHour, 0)
  return (
    // Scrolls where the hours have no room, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.scroller} tabIndex={0} aria-label="时间表">
      <div className={styles.table} style={{ '--hours': marks.length } as CSSProperties}>
        <Line className={styles.axis} head="场次">
          {marks.map((mark) => (
            <span key={mark} style={{ left: `${((mark - first) / (24 - first)) * 100}%` }}>
              {hourText(mark)}
            </span>
          ))}
        </Line>
        <Line
          className={styles.slots}
          head={
            <>
              <span>
                <b>{day.slots.length} 场</b>，占 {hours} 小时
              </span>
              <small>两场之间可以紧挨，不能重叠</small>
            </>
          }
        >
          {day.slots.map((slot) => (
            <SlotMenu key={slot.id} slot={slot} acts={slotActs}>
              <button
                type="button"
                className={styles.slot}
                style={placeOf(slot)}
                data-phase={slot.phase}
                aria-label={`${slot.name} ${hoursText(slot)}，${slot.count} 款${slot.phase === 'closed' ? '，已关' : ''}`}
                title={`${slot.name} ${hoursText(slot)}`}
              >
                <b>{slot.name}</b>
                <span>
                  {slot.count} 款{slot.phase === 'closed' && ' 已关'}
                </span>
              </button>
            </SlotMenu>
          ))}
          {gaps.map((gap) => (
            <button
              key={gap.startHour}
              type="button"
              className={styles.gap}
              style={placeOf(gap)}
              aria-label={`在 ${hoursText(gap)} 加一场`}
              onClick={() => onGap?.(gap)}
            >
              <PlusOutlined aria-hidden /> <em>加一场</em>
            </button>
          ))}
        </Line>
        {pace && <PaceLine of={pace} first={first} isToday={hour !== undefined} />}
        <ul className={styles.lines}>
          {shown.map((line) => (
            <ProductLine key={line.sales[0]?.id} of={line}>
              {line.sales.map((sale) => {
                const hoursOfSale = hoursOf.get(sale.timeId)
                return (
                  hoursOfSale && (
                    <SaleBlock
                      key={sale.id}
                      of={sale}
                      place={placeOf(hoursOfSale)}
                      dragged={dragged?.id === sale.id ? dragged : undefined}
                      onDrag={onMove && ((event) => start(event, sale))}
                      onClick={() => onSale(sale)}
                    />
                  )
                )
              })}
              {dragged?.over && line.sales.some(({ id }) => id === dragged.id) && (
                <Drop place={placeOf(dragged.over)} />
              )}
            </ProductLine>
          ))}
        </ul>
        {lines.length === 0 && <p className={styles.none}>这一天没有秒杀商品；点一场可以添加</p>}
        {lines.length > shown.length && (
          <Button type="link" className={styles.more} onClick={() => setAll(true)}>
            还有 {lines.length - shown.length} 款，展开
          </Button>
        )}
        {hour !== undefined && hour >= first && (
          <div className={styles.now} style={{ '--at': (hour - first) / (24 - first) } as CSSProperties} aria-hidden>
            <span>{clockOf(hour)}</span>
          </div>
        )}
      </div>
    </section>
  )
}

const clockOf = (hour: number) =>
  `${hourText(Math.floor(hour)).slice(0, 2)}:${String(Math.floor((hour % 1) * 60)).padStart(2, '0')}`

function Line({ className, head, children }: { className?: string | undefined; head: ReactNode; children: ReactNode }) {
  return (
    <div className={`${styles.line} ${className ?? ''}`}>
      <div className={styles.head}>{head}</div>
      <div className={styles.track}>{children}</div>
    </div>
  )
}

function ProductLine({ of, children }: { of: DayLine; children: ReactNode }) {
  const { storeName, image, price, otPrice } = of
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <Picture src={image} alt={storeName} size={30} />
        <span className={styles.goods}>
          <span title={storeName}>{storeName}</span>
          <small>
            <b>{moneyText(price)}</b> {otPrice > price && <del>{moneyText(otPrice, false)}</del>}
          </small>
        </span>
      </div>
      <div className={styles.track}>{children}</div>
    </li>
  )
}

const WIDTH = 1000
const HEIGHT = 48
const ofMinute = (value: number) => value.toFixed(value < 100 ? 1 : 0)

/** How many orders came a minute. */
function PaceLine({ of: { perMinute, now, most, mostAt, total }, first, isToday }: PaceProps) {
  const from = first * 6
  const shown = perMinute.slice(from)
  const x = (at: number) => ((at + 0.5) / (144 - from)) * WIDTH
  const y = (value: number) => HEIGHT - (most > 0 ? (value / most) * (HEIGHT - 4) : 0)
  const points = shown.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
  const end = x(shown.length - 1).toFixed(1)
  const peak = most > 0 ? `最高 ${ofMinute(most)}，${mostAt}` : '还没有订单'
  return (
    <Line
      className={styles.pace}
      head={
        <>
          <span>每分钟下单</span>
          <span>
            {isToday ? (
              <>
                <b>{ofMinute(now)}</b> <small>{peak}</small>
              </>
            ) : (
              <>
                <b>共 {total.toLocaleString('en-US')} 单</b> {most > 0 && <small>{peak}</small>}
              </>
            )}
          </span>
        </>
      }
    >
      {shown.length > 0 && most > 0 && (
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`每分钟下单，共 ${total} 单，${peak}`}
        >
          <polygon points={`${x(0).toFixed(1)},${HEIGHT} ${points.join(' ')} ${end},${HEIGHT}`} />
          <polyline points={points.join(' ')} />
        </svg>
      )}
    </Line>
  )
}

type PaceProps = { of: Pace; first: number; isToday: boolean }
