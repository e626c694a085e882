import { type FrontSlot, frontSeckill, type SeckillCard } from '@zhanggui/contract/seckill/front-seckill.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Bone, Skeleton } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { useAt } from '../../api/use-at.ts'
import { go } from '../../go/go.ts'
import { ActivityRow } from '../../parts/goods/activity-row.tsx'
import { SoldBar } from '../../parts/goods/sold-bar.tsx'
import { Failed, Loaded } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { ShareButton } from '../../sheets/share/share-button.tsx'
import styles from './seckill.module.css'
import { nextChange, shownSlot, slotKey, slotWords } from './slot-choice.ts'

/** Flash sales: the slots of today and tomorrow's first, and what one of them sells. */
export default function SeckillScreen() {
  const [search] = useSearchParams()
  const slots = useRead(frontSeckill.header)
  useAt(nextChange(slots.data ?? []), slots.retry)
  return (
    <Screen title="限时秒杀" isTinted right={<ShareButton title="限时秒杀" />}>
      <Loaded of={slots} skeleton={<SeckillBones />}>
        {(all) => {
          const shown = shownSlot(all, search.get('slot'))
          if (!shown)
            return (
              <Empty text="今天没有秒杀，改天再来看看">
                <Button to="/">去逛逛</Button>
              </Empty>
            )
          return (
            <>
              <Slots slots={all} shown={shown} />
              <SlotGoods key={slotKey(shown)} slot={shown} />
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}

function Slots({ slots, shown }: { slots: readonly FrontSlot[]; shown: FrontSlot }) {
  const row = useRef<HTMLDivElement>(null)
  // Later slots lie beyond the screen; the row alone is scrolled, not the window.
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (row.current && open) row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2
  }, [])
  return (
    <div ref={row} className={styles.slots} role="tablist" aria-label="秒杀时段">
      {slots.map((slot) => {
        const { head, note } = slotWords(slot)
        const key = slotKey(slot)
        return (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={key === slotKey(shown)}
            onClick={() => go(`/seckill?slot=${key}`, { replace: true })}
          >
            <b>{head}</b>
            <small>{note}</small>
          </button>
        )
      })}
    </div>
  )
}

function SlotGoods({ slot }: { slot: FrontSlot }) {
  const { id, name, isTomorrow, phase, startTime, endTime } = slot
  const goods = useEndless(frontSeckill.list, {
    params: { timeId: id },
    query: { tomorrow: isTomorrow || undefined },
  })
  const { list, error, retry } = goods
  // What a slot sells may be bought the moment it begins.
  useAt(phase === 'upcoming' ? startTime : endTime, retry)
  return (
    <>
      <div className={styles.head}>
        <b>{name}</b>
        <span>
          {phase === 'running' ? (
            <>
              距结束 <CountDown to={endTime} doneText="已结束" />
            </>
          ) : phase === 'upcoming' ? (
            <>
              距开始 <CountDown to={startTime} doneText="已开始" />
            </>
          ) : (
            '本场已结束'
          )}
        </span>
      </div>
      {!list && (error ? <Failed text={error.message} onRetry={retry} /> : <ListBones />)}
      {list?.length === 0 && (
        <Empty text="这一场没有商品了，看看别的时段">
          <Button to="/">去逛逛</Button>
        </Empty>
      )}
      {list?.map((card) => (
        <Row key={card.id} card={card} phase={phase} />
      ))}
      <More of={goods} />
    </>
  )
}

function Row({ card, phase }: { card: SeckillCard; phase: FrontSlot['phase'] }) {
  const { id, cid, quota, onceNum } = card
  const isGone = quota <= 0
  const act =
    phase === 'ended'
      ? { label: '已结束' }
      : isGone
        ? { label: '看相似', to: `/list?cid=${cid}` }
        : phase === 'running'
          ? { label: '马上抢', isSolid: true }
          : { label: '未开始' }
  return (
    <ActivityRow
      card={card}
      to={`/seckill/${id}`}
      price={card.price}
      was={card.otPrice}
      gone={isGone ? '抢光了' : ''}
      act={act}
    >
      {phase === 'upcoming' ? (
        <small>
          限量 {card.quotaShow} {card.unitName}
        </small>
      ) : (
        <SoldBar {...card} />
      )}
      {onceNum > 0 && <small>每单限 {onceNum} 件</small>}
    </ActivityRow>
  )
}

function ListBones() {
  return (
    <Skeleton>
      <div className={styles.bones}>
        <Bone height={132} radius={12} />
        <Bone height={132} radius={12} />
        <Bone height={132} radius={12} />
      </div>
    </Skeleton>
  )
}

function SeckillBones() {
  return (
    <div className={styles.bones}>
      <Bone height={52} radius={12} />
      <Bone height={24} width="50%" />
      <Bone height={132} radius={12} />
      <Bone height={132} radius={12} />
      <Bone height={132} radius={12} />
    </div>
  )
}
