import type { PrintData, PrintedOrder } from '@zhanggui/contract/order/order-print.ts'
import { QRCode } from 'antd'
import { createPortal } from 'react-dom'
import { mediaUrl } from '../media/media-url.ts'
import { useSettings } from '../settings/settings.ts'
import { shortNo } from '../text/short-no.ts'
import { BarCode } from './bar-code.tsx'
import styles from './print.module.css'
import { type PaperName, type PrintChoice, papers } from './print-choice.ts'

type PaperProps = { data: PrintData; choice: PrintChoice; paper: PaperName }

/** What the printer gets, beside the page: on the screen it is not seen. */
export function PrintPaper({ data, choice, paper }: PaperProps) {
  const { width } = papers[paper]
  const copies = Array.from({ length: choice.copies }, (_, copy) => copy)
  const look = width < 90 ? `${styles.sheet} ${styles.narrow}` : styles.sheet
  return createPortal(
    <div className={styles.paper} id="print-paper">
      {copies.flatMap((copy) =>
        data.kind === 'pick'
          ? [
              <section key={copy} className={look}>
                <PickList data={data} />
              </section>,
            ]
          : data.orders.map((order) => (
              <section key={`${copy} ${order.orderNo}`} className={look}>
                {data.kind === 'note' ? (
                  <Note data={data} order={order} choice={choice} />
                ) : (
                  <Receipt data={data} order={order} />
                )}
              </section>
            )),
      )}
    </div>,
    document.body,
  )
}

function PickList({ data: { goods, orders, shopName, printTime } }: { data: PrintData }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const units = goods.reduce((sum, { num }) => sum + num, 0)
  const told = orders.filter(({ mark, remark, together }) => mark || remark || together.length)
  return (
    <>
      <h1>拣货单</h1>
      <div className={styles.line}>
        <span>{`${shopName}　${orders.length} 单，${goods.length} 种，共 ${units} 件`}</span>
        <span>{printTime}</span>
      </div>
      <table className={styles.goods}>
        <thead>
          <tr>
            <th>图</th>
            <th>商品</th>
            <th>规格</th>
            <th>编号</th>
            <th className={styles.num}>件数</th>
            <th>订单</th>
          </tr>
        </thead>
        <tbody>
          {goods.map((each) => (
            <tr key={each.skuId}>
              <td>{each.image && <img className={styles.thumb} src={mediaUrl(each.image, mediaDomain)} alt="" />}</td>
              <td>{each.storeName}</td>
              <td>{each.sku}</td>
              <td>{each.barCode}</td>
              <td className={styles.num}>{each.num}</td>
              <td>
                {each.orders
                  .map(({ orderNo, num }) => (num > 1 ? `${shortNo(orderNo)}×${num}` : shortNo(orderNo)))
                  .join(' ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {told.map((order) => (
        <div key={order.orderNo} className={styles.block}>
          <b>{order.orderNo}</b>　{order.realName}
          {order.together.length > 0 && `　${togetherText(order)}`}
          <Said order={order} mark remark />
        </div>
      ))}
    </>
  )
}

function togetherText({ together, togetherMore }: PrintedOrder): string {
  const more = togetherMore ? ` 等，超过 ${together.length} 单，其余请按收货电话在订单列表中查看` : ''
  return `合单：${together.map(shortNo).join('、')}${more}`
}

function Said({ order, mark, remark }: { order: PrintedOrder; mark: boolean; remark: boolean }) {
  return (
    <>
      {mark && order.mark && <div className={styles.say}>留言：{order.mark}</div>}
      {remark && order.remark && <div className={styles.say}>备注：{order.remark}</div>}
    </>
  )
}

function Note({ data, order, choice }: { data: PrintData; order: PrintedOrder; choice: PrintChoice }) {
  const { shopName, shopPhone, note, printTime } = data
  const { orderNo, realName, userPhone, address, lines, totalNum, expressName, expressNo } = order
  return (
    <>
      <div className={styles.line}>
        <h1>{shopName}</h1>
        <span>发货单</span>
      </div>
      <BarCode text={orderNo} />
      <div className={styles.receiver}>
        {realName}　{userPhone}
        <br />
        {address}
      </div>
      {expressNo && <div>{`${expressName} ${expressNo}`}</div>}
      {order.together.length > 0 && <div>{togetherText(order)}</div>}
      <table className={styles.goods}>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of paper never move
            <tr key={at}>
              <td>
                {line.storeName} {line.sku}
                {line.barCode && <small>　{line.barCode}</small>}
              </td>
              {choice.prices && <td className={styles.num}>{line.unitPrice.toFixed(2)}</td>}
              <td className={styles.num}>{`×${line.num}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {choice.prices && <Sums order={order} />}
      <div className={styles.line}>
        <b>{`共 ${totalNum} 件`}</b>
        {choice.prices && <b>{`实付 ¥${order.keptPrice.toFixed(2)}`}</b>}
        {order.cod && <b>{`到付 ¥${order.payPrice.toFixed(2)}`}</b>}
      </div>
      <Said order={order} mark={choice.mark} remark={choice.remark} />
      {note && <div className={styles.note}>{note}</div>}
      <div className={styles.line}>
        <small>{shopPhone}</small>
        <small>{printTime}</small>
      </div>
    </>
  )
}

/** What the goods on paper and the rest come to, down to what was paid and what of it went back; zeros are left out. */
function Sums({ order }: { order: PrintedOrder }) {
  const goods = order.lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
  const parts: [string, number][] = [
    ['商品', goods],
    ['其余商品', order.otherGoods],
    ['运费', order.payPostage],
    ['优惠券', -order.couponPrice],
    ['积分抵扣', -order.deductionPrice],
    ['改价', order.adjustPrice],
    ...(order.refundPrice ? [['合计', order.payPrice] as [string, number]] : []),
    ...order.refunds.map(({ storeName, sku, num, money }): [string, number] => {
      return [['退款', storeName, sku, num > 0 && `×${num}`].filter(Boolean).join(' '), -money]
    }),
    ['退运费', -order.refundPostage],
  ]
  return parts
    .filter(([, sum], at) => at === 0 || sum)
    .map(([name, sum], at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of paper never move
      <div key={at} className={styles.line}>
        <span>{name}</span>
        <span>{sum.toFixed(2)}</span>
      </div>
    ))
}

function Receipt({ data: { shopName, printTime }, order }: { data: PrintData; order: PrintedOrder }) {
  return (
    <>
      <div className={styles.centred}>
        <h1>{shopName}</h1>
      </div>
      <div>{order.orderNo}</div>
      <div>{order.createTime}</div>
      <hr className={styles.rule} />
      {order.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of paper never move
        <div key={at}>
          <div>
            {line.storeName} {line.sku}
          </div>
          <div className={styles.line}>
            <span>{`${line.unitPrice.toFixed(2)} ×${line.num}`}</span>
            <span>{line.lineTotal.toFixed(2)}</span>
          </div>
        </div>
      ))}
      <hr className={styles.rule} />
      <Sums order={order} />
      <div className={styles.line}>
        <b>{order.cod ? '待收款' : '实付'}</b>
        <b>{`¥${order.keptPrice.toFixed(2)}`}</b>
      </div>
      <div>{order.payTypeStr}</div>
      <hr className={styles.rule} />
      <div>{`${order.realName}　${order.userPhone}`}</div>
      <div>{order.address || order.storeName}</div>
      <Said order={order} mark remark={false} />
      {order.verifyCode && (
        <div className={styles.centred}>
          <QRCode value={order.verifyCode} type="svg" size={120} bordered={false} color="#000" bgColor="#fff" />
          <span>{`核销码 ${order.verifyCode}`}</span>
        </div>
      )}
      <small>{printTime}</small>
    </>
  )
}
