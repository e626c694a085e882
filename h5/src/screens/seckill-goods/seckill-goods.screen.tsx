import { type FrontSeckill, frontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Cell } from '../../parts/card.tsx'
import { SoldBar } from '../../parts/goods/sold-bar.tsx'
import { Tag } from '../../parts/tag.tsx'
import { ActivityScreen } from '../../sheets/activity/activity-screen.tsx'

/** A flash sale: what it sells, how long it runs, how many one may take, and how it is bought. */
export default function SeckillGoodsScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const seckillId = Number(id) || 0
  const seckill = useRead(frontSeckill.detail, { params: { id: seckillId } })
  const { data } = seckill
  return (
    <ActivityScreen
      kind={{ title: '秒杀', home: '/seckill', act: '马上抢' }}
      of={seckill}
      onceNum={data?.activity.onceNum ?? 0}
      line={{ seckillId }}
      note={data && <Note of={data} />}
      cells={data && <LimitCell of={data} />}
    />
  )
}

function Note({ of: { activity } }: { of: FrontSeckill }) {
  if (activity.phase !== 'upcoming') return <SoldBar {...activity} />
  return (
    <Tag>
      限量 {activity.quotaShow} {activity.unitName}
    </Tag>
  )
}

function LimitCell({ of: { activity } }: { of: FrontSeckill }) {
  const { num, onceNum, totalNum } = activity
  const limits = [
    ...(onceNum > 0 ? [`每单 ${onceNum} 件`] : []),
    ...(totalNum > 0 ? [`每人共 ${totalNum} 件`] : []),
    `每天 ${num} 单`,
  ]
  return <Cell name="限购">{limits.join('，')}</Cell>
}
