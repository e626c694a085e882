import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import { type CollectWay, collectWays, type PickupOrder } from '@zhanggui/contract/order/pickup.ts'
import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import { Checkbox, Radio } from 'antd'
import { useSession } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../../kit/text/states.ts'
import { When } from '../../../../kit/text/when.tsx'
import styles from './pickup.module.css'

/** An order at the counter: where it stands, who comes for it, what is handed over, and what it costs. */
export function PickupCard({ order, refusal }: { order: PickupOrder; refusal: string }) {
  const { orderNo, statusStr, realName, nickname, userPhone, visits, lines, totalNum, toCollect, payPrice } = order
  const handed = lines.map((line) => ({ ...line, left: line.num - line.cutNum }))
  const units = handed.reduce((sum, { left }) => sum + left, 0)
  return (
    <section className={styles.card} aria-label={`订单 ${orderNo}`}>
      <header className={refusal ? styles.headRefused : styles.head}>
        <StateTag of="order" value={statusStr.value as StateName<'order'>} />
        {toCollect > 0 && <span className={styles.due}>待收款</span>}
        <span className={styles.when}>
          …{orderNo.slice(-6)} · <When at={order.createTime} />
        </span>
      </header>
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={styles.buyer}>
        <span className={styles.face} aria-hidden>
          {Array.from(nickname || realName)[0]}
        </span>
        <div className={styles.who}>
          <b>{realName}</b> {nickname && nickname !== realName && <small>{nickname}</small>}
          <p>
            手机尾号 {userPhone.slice(-4)} · 第 {visits} 次来取
          </p>
        </div>
        <CallButton order={order} />
      </div>
      {order.mark && <p className={styles.mark}>留言：{order.mark}</p>}
      {order.remark && <p className={styles.remark}>备注：{order.remark}</p>}
      <ul className={styles.lines}>
        {handed.map((line) => (
          <li key={line.id} className={line.left ? undefined : styles.gone}>
            <Picture src={line.image} alt={`「${line.storeName}」的图片`} size={56} />
            <span className={styles.name}>
              {line.storeName}
              <small>
                {line.sku !== '默认' && line.sku}
                {line.refundNum > 0 && ` 已退 ${line.refundNum} 件`}
              </small>
            </span>
            <span className={styles.num}>
              <b>×{line.left}</b>
              <small>{moneyText(line.payShare)}</small>
            </span>
          </li>
        ))}
      </ul>
      <footer className={styles.sum}>
        <span>
          {lines.length} 种 {units} 件{units < totalNum && `，已退 ${totalNum - units} 件`} · {order.storeName}
        </span>
        <span>
          {toCollect > 0 ? '应收' : order.payTypeStr || '实付'} <b>{moneyText(toCollect || payPrice)}</b>
        </span>
      </footer>
    </section>
  )
}

/** For those who may see the whole number; each look is on record. */
function CallButton({ order: { id, realName } }: { order: PickupOrder }) {
  const allowed = useCan(reveal.show)
  const show = useWrite(reveal.show, { onSuccess: ({ value }) => window.location.assign(`tel:${value}`) })
  if (!allowed) return null
  return (
    <WriteButton
      icon={<PhoneOutlined aria-hidden />}
      aria-label={`打电话给${realName}`}
      of={show}
      onClick={() => show.mutate({ body: { type: 'order', id, field: 'phone' } })}
    />
  )
}

const ways = Object.entries(collectWays).map(([value, label]) => ({ value, label }))

type CollectProps = {
  amount: number
  collected: boolean
  way: CollectWay
  onCollected: (collected: boolean) => void
  onWay: (way: CollectWay) => void
}

/** That the money was taken, and how. */
export function Collect({ amount, collected, way, onCollected, onWay }: CollectProps) {
  const name = useSession((session) => session.name)
  return (
    <section className={styles.collect}>
      <Checkbox checked={collected} onChange={({ target }) => onCollected(target.checked)}>
        <b>已收到 {moneyText(amount)}</b>
        <small>记为线下支付{name && `，经手人 ${name}`}</small>
      </Checkbox>
      <Radio.Group
        aria-label="收款方式"
        optionType="button"
        className={styles.ways}
        options={ways}
        value={way}
        onChange={({ target }) => onWay(target.value)}
      />
    </section>
  )
}
