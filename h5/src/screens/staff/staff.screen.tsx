import { frontStaff, type StaffPickup } from '@zhanggui/contract/order/front-staff.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useState } from 'react'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/goods/figure.tsx'
import { ItemRow } from '../../parts/goods/item-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Choices } from '../../parts/typed/choices.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { PickupSheet } from './pickup-sheet.tsx'
import styles from './staff.module.css'

/** The counter of a store: a code that a buyer shows, today's figures, and the orders. Only clerks see it. */
export default function StaffScreen() {
  const me = useRead(frontStaff.me)
  return (
    <Screen title="门店核销" isTinted>
      <Loaded
        of={me}
        skeleton={<CardBones height={130} />}
        failed={({ status }) =>
          status === 404 && (
            <Empty icon="code" text="这里只给门店店员用，你还不是店员">
              <Button to="/user">回到我的</Button>
            </Empty>
          )
        }
      >
        {({ stores, verifyStatus }) => (
          <>
            <CodeForm place={stores.map(({ name }) => name).join('、')} canVerify={verifyStatus} />
            <Figures />
            <Orders canVerify={verifyStatus} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function CodeForm({ place, canVerify }: { place: string; canVerify: boolean }) {
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState<string>()
  const wanted = typed.replace(/\D/g, '')
  return (
    <Card title={place}>
      <form
        className={styles.code}
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted) setCode(wanted)
        }}
      >
        <Field
          label="提货码"
          inputMode="numeric"
          maxLength={24}
          placeholder="输入买家的提货码"
          value={typed}
          onChange={setTyped}
        />
        <div className={styles.act}>
          <Button isWide disabled={!wanted} onClick={() => setCode(wanted)}>
            查订单
          </Button>
        </div>
      </form>
      {code && <PickupSheet code={code} canVerify={canVerify} onClose={() => setCode(undefined)} />}
    </Card>
  )
}

function Figures() {
  const { data } = useRead(frontStaff.statistics)
  const say = (value: number | undefined) => value ?? '--'
  return (
    <Facts
      of={[
        { name: '待核销', value: say(data?.toVerify) },
        { name: '今天核销', value: say(data?.today.count) },
        { name: '今天收款', value: data ? `¥${data.today.collected.toFixed(2)}` : '--' },
        { name: '我今天核销', value: say(data?.ownToday.count) },
      ]}
    />
  )
}

function Orders({ canVerify }: { canVerify: boolean }) {
  const [status, setStatus] = useState<'toBeWrittenOff' | 'writtenOff'>('toBeWrittenOff')
  const orders = useEndless(frontStaff.list, { query: { status } })
  const tabs = [
    { key: 'toBeWrittenOff', title: '待核销' },
    { key: 'writtenOff', title: '已核销' },
  ] as const
  return (
    <>
      <Choices of={tabs} open={status} onOpen={setStatus} />
      <Rows
        of={orders}
        empty={
          <Empty text={status === 'writtenOff' ? '还没有核销过' : '没有待核销的订单'}>
            <Button kind="line" size={32} onClick={orders.retry}>
              刷新
            </Button>
          </Empty>
        }
      >
        {(list) => list.map((order) => <Order key={order.id} of={order} canVerify={canVerify} />)}
      </Rows>
    </>
  )
}

function Order({ of: order, canVerify }: { of: StaffPickup; canVerify: boolean }) {
  const { realName, userPhone, orderNo, lines, statusStr, verifyTime, clerkName, payPrice, totalNum } = order
  return (
    <Card>
      <p className={styles.order}>
        <span>
          {realName}　{userPhone}
        </span>
        <b>{statusStr.value}</b>
      </p>
      {lines.map((line) => (
        <ItemRow key={`${line.storeName}${line.sku}`} of={line} note={`×${line.num}`} />
      ))}
      <p className={styles.order}>
        <small>
          {orderNo}
          {verifyTime && `　${verifyTime.slice(5, 16)} ${clerkName}`}
        </small>
        <span>
          共 {totalNum} 件　¥{payPrice.toFixed(2)}
        </span>
        {!verifyTime && !canVerify && <small>你没有核销权限</small>}
      </p>
    </Card>
  )
}
