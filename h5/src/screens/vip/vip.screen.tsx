import { customerCentre, type Grade, type OwnAccount } from '@zhanggui/contract/user/customer-centre.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { Card } from '../../parts/card.tsx'
import { Face } from '../../parts/face.tsx'
import { Movement, signed } from '../../parts/goods/movement.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './vip.module.css'

/** The buyer's level: what it gives, what the next wants, and how experience came about. */
export default function VipScreen() {
  const account = useRead(customerCentre.account)
  const { data: grades } = useRead(customerCentre.grades)
  const records = useEndless(customerCentre.experience, { query: {}, limit: 20 })
  return (
    <Screen title="会员中心" isTinted>
      <Loaded of={account} skeleton={<CardBones height={120} count={2} />}>
        {(data) => (
          <>
            <LevelCard of={data} />
            {grades && grades.length > 0 && (
              <Card title="等级">
                {grades.map((grade) => (
                  <GradeRow key={grade.id} of={grade} isOwn={grade.id === data.level?.id} />
                ))}
              </Card>
            )}
          </>
        )}
      </Loaded>
      <Rows
        of={records}
        skeleton={<CardBones height={56} count={4} />}
        empty={
          <Empty icon="star" text="还没有成长记录，下单和签到都能涨">
            <Button to="/">去逛逛</Button>
          </Empty>
        }
      >
        {(list) => (
          <Card title="成长记录">
            {list.map(({ id, title, pm, experience, createTime }) => (
              <Movement
                key={id}
                title={title}
                note={createTime.slice(0, 16)}
                sum={signed(pm === 1, experience, 0)}
                isIn={pm === 1}
              />
            ))}
          </Card>
        )}
      </Rows>
    </Screen>
  )
}

/** Percent of what is asked for, as people say it: 95 is 9.5 折; '' in a shop without prices for members. */
function useDiscountWords(): (grade: Grade) => string {
  const isOpen = useSite()?.open.member !== false
  return ({ discount }) => (isOpen && discount < 100 ? `商品 ${discount / 10} 折` : '')
}

function LevelCard({ of: { nickname, level, nextLevel, experience } }: { of: OwnAccount }) {
  const discountWords = useDiscountWords()
  const percent = nextLevel ? Math.min(100, Math.floor((experience / Math.max(1, nextLevel.experience)) * 100)) : 100
  return (
    <section className={styles.card}>
      <b>{level ? level.name : '还没有等级'}</b>
      <p>{[nickname, level && discountWords(level)].filter(Boolean).join('　')}</p>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
      <p>
        成长值 {experience.toLocaleString('zh-CN')}
        {nextLevel && `，满 ${nextLevel.experience.toLocaleString('zh-CN')} 升${nextLevel.name}`}
      </p>
    </section>
  )
}

function GradeRow({ of: grade, isOwn }: { of: Grade; isOwn: boolean }) {
  const { name, icon, experience } = grade
  const discountWords = useDiscountWords()
  return (
    <div className={styles.grade}>
      {icon ? (
        <Picture className={styles.icon ?? ''} image={{ url: icon }} width={36} fit="contain" alt="" />
      ) : (
        <Face nickname={name} size={36} />
      )}
      <div>
        {name} {isOwn && <Tag>现在</Tag>}
        <small>
          {[`成长值 ${experience.toLocaleString('zh-CN')} 起`, discountWords(grade)].filter(Boolean).join('，')}
        </small>
      </div>
    </div>
  )
}
