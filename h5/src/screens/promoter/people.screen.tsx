import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useState } from 'react'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { Card } from '../../parts/card.tsx'
import { Face } from '../../parts/face.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Choices } from '../../parts/typed/choices.tsx'
import { SearchBox } from '../../parts/typed/search-box.tsx'
import styles from './promoter.module.css'

/** Who came by the promoter. */
export default function PeopleScreen() {
  const [grade, setGrade] = useState<1 | 2>(1)
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  const { data: counts } = useRead(frontPromoter.peopleCount)
  const people = useEndless(frontPromoter.people, { query: { grade, keyword: keyword || undefined }, limit: 20 })
  const tabs = [
    { key: 1, title: '一级', count: counts?.first },
    { key: 2, title: '二级', count: counts?.second },
  ] as const
  return (
    <Screen title="推广的人">
      <Choices of={tabs} open={grade} onOpen={setGrade} />
      <div className={styles.search}>
        <SearchBox
          label="按昵称找"
          value={typed}
          onChange={(value) => {
            setTyped(value)
            if (!value) setKeyword('')
          }}
          onSearch={() => setKeyword(typed.trim())}
        />
      </div>
      <Rows
        of={people}
        skeleton={<CardBones height={64} count={5} />}
        empty={
          <Empty icon="people" text={keyword ? `没有叫「${keyword}」的人` : '还没有人，把链接发给朋友吧'}>
            <Button to="/promoter/poster">推广链接</Button>
          </Empty>
        }
      >
        {(list) => (
          <Card>
            {list.map(({ nickname, avatar, spreadTime, childCount, numberCount, orderCount }) => (
              <div key={`${spreadTime}${nickname}${numberCount}`} className={styles.person}>
                <Face nickname={nickname} avatar={avatar} size={40} />
                <div>
                  {nickname}
                  <small>
                    {spreadTime ? `${spreadTime.slice(0, 10)} 加入　` : ''}推广 {childCount} 人　下单 {orderCount} 次
                  </small>
                </div>
                <b>¥{numberCount.toFixed(2)}</b>
              </div>
            ))}
          </Card>
        )}
      </Rows>
    </Screen>
  )
}
