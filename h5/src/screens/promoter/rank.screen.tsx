import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { Card } from '../../parts/card.tsx'
import { Face } from '../../parts/face.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Choices } from '../../parts/typed/choices.tsx'
import { Options } from '../../parts/typed/option.tsx'
import styles from './promoter.module.css'

const boards = [
  { key: 'money', title: '佣金排行' },
  { key: 'people', title: '推广人数排行' },
] as const

/** Who earned most, and who brought most people. */
export default function RankScreen() {
  const [board, setBoard] = useState<'money' | 'people'>('money')
  const [type, setType] = useState<'week' | 'month'>('week')
  const isMoney = board === 'money'
  const rank = useRead(isMoney ? frontPromoter.brokerageRank : frontPromoter.rank, { query: { type } })
  const say = (value: number) => (isMoney ? `¥${value.toFixed(2)}` : `${value} 人`)
  return (
    <Screen title="排行">
      <Choices of={boards} open={board} onOpen={setBoard} />
      <Card>
        <Options
          label="时间"
          of={[
            { key: 'week', title: '本周' },
            { key: 'month', title: '本月' },
          ]}
          chosen={type}
          onChoose={setType}
        />
      </Card>
      <Loaded of={rank} skeleton={<CardBones height={64} count={6} />}>
        {({ list, own }) => (
          <>
            <Card>
              <div className={styles.person}>
                <span className={styles.place}>{own.place || '–'}</span>
                <div>
                  我的名次
                  <small>{own.place ? `第 ${own.place} 名` : '还没有上榜'}</small>
                </div>
                <b>{say(own.value)}</b>
              </div>
            </Card>
            {list.length ? (
              <Card>
                {list.map(({ place, nickname, avatar, value }) => (
                  <div key={place} className={styles.person}>
                    <span className={styles.place}>{place}</span>
                    <Face nickname={nickname} avatar={avatar} size={36} />
                    <div>{nickname}</div>
                    <b>{say(value)}</b>
                  </div>
                ))}
              </Card>
            ) : (
              <Empty icon="star" text="这段时间还没有人上榜">
                <Button to="/promoter/poster">推广链接</Button>
              </Empty>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}
