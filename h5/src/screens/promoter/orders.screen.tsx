import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { commissionStatusLabels } from '@zhanggui/domain/distribution/commission.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useEndless } from '../../api/endless.ts'
import { Card } from '../../parts/card.tsx'
import { Movement, signed } from '../../parts/goods/movement.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'

/** The orders that brought commission; what was bought and where it went is not the promoter's to see. */
export default function PromoterOrdersScreen() {
  const orders = useEndless(frontPromoter.orders, { query: {}, limit: 20 })
  return (
    <Screen title="推广订单">
      <Rows
        of={orders}
        skeleton={<CardBones height={64} count={6} />}
        empty={
          <Empty text="还没有推广订单">
            <Button to="/promoter/poster">推广链接</Button>
          </Empty>
        }
      >
        {(list) => (
          <Card>
            {list.map(({ orderNo, payTime, payPrice, level, commission, status, thawTime }) => (
              <Movement
                key={`${orderNo}${level}`}
                title={`${level === 1 ? '一级' : '二级'}订单，实付 ¥${payPrice.toFixed(2)}`}
                note={`${orderNo}　${payTime.slice(0, 16)}`}
                sum={signed(true, commission)}
                isIn
                rest={[commissionStatusLabels[status], thawTime && `${thawTime.slice(5, 10)} 到账`]
                  .filter(Boolean)
                  .join('，')}
              />
            ))}
          </Card>
        )}
      </Rows>
    </Screen>
  )
}
