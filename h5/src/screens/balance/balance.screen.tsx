import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { Card } from '../../parts/card.tsx'
import { Figure } from '../../parts/goods/figure.tsx'
import { Movement, signed } from '../../parts/goods/movement.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'

const yuan = (value: number) => `¥${value.toLocaleString('zh-CN', { minimumFractionDigits: 2 })}`

/** The buyer's balance, and how it came about. */
export default function BalanceScreen() {
  const balance = useRead(customerCentre.balance, { query: { page: 1, limit: 1 } })
  const bills = useEndless(customerCentre.balance, { query: {}, limit: 20 })
  const canRecharge = useSite()?.open.recharge === true
  return (
    <Screen
      title="余额"
      isTinted
      foot={
        canRecharge && (
          <Button isWide to="/recharge">
            充值
          </Button>
        )
      }
    >
      <Loaded
        of={balance}
        skeleton={
          <div className="coming">
            <Bone height={90} width={200} />
          </div>
        }
      >
        {({ nowMoney, consumeMoney }) => (
          <Figure name="可用余额" value={yuan(nowMoney)}>
            累计消费 {yuan(consumeMoney)}
            {!canRecharge && '。商家没有开通充值'}
          </Figure>
        )}
      </Loaded>
      <Rows
        of={bills}
        skeleton={<CardBones height={56} count={5} />}
        empty={
          <Empty icon="wallet" text="余额还没有变动">
            <Button kind="line" to="/">
              去逛逛
            </Button>
          </Empty>
        }
      >
        {(list) => (
          <Card title="明细">
            {list.map(({ id, title, pm, number, balance: left, createTime }) => (
              <Movement
                key={id}
                title={title}
                note={createTime.slice(0, 16)}
                sum={signed(pm === 1, number)}
                isIn={pm === 1}
                rest={`余 ${yuan(left)}`}
              />
            ))}
          </Card>
        )}
      </Rows>
    </Screen>
  )
}
