import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { useRead } from '../../api/read.ts'
import { go } from '../../go/go.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './service.module.css'

/** How the shop is reached: by phone, in its chat, or by the code of its WeChat. */
export default function ServiceScreen() {
  const site = useRead(frontSite.site)
  return (
    <Screen title="联系客服">
      <Loaded of={site} skeleton={<CardBones height={120} count={2} />}>
        {({ service: { phone, url, qrcode } }) =>
          phone || url || qrcode ? (
            <>
              {(phone || url) && (
                <Card>
                  {phone && (
                    <Cell name="客服电话" onOpen={() => window.location.assign(`tel:${phone}`)}>
                      {phone}
                    </Cell>
                  )}
                  {url && (
                    <Cell name="在线客服" onOpen={() => go(`/web?url=${encodeURIComponent(url)}`)}>
                      去聊一聊
                    </Cell>
                  )}
                </Card>
              )}
              {qrcode && (
                <Card title="微信客服">
                  <div className={styles.code}>
                    <Picture image={{ url: qrcode }} width={200} fit="contain" alt="客服二维码" />
                    <span>长按识别，或保存后用微信扫一扫</span>
                  </div>
                </Card>
              )}
              <Card>
                <Cell name="订单和售后" onOpen={() => go('/orders')}>
                  从订单里申请，处理更快
                </Cell>
              </Card>
            </>
          ) : (
            <Empty icon="service" text="商家还没有留下客服电话">
              <Button to="/orders">从订单里申请售后</Button>
            </Empty>
          )
        }
      </Loaded>
    </Screen>
  )
}
