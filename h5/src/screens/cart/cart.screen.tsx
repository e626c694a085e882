import { type CartLine, cart } from '@zhanggui/contract/order/cart.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { buyerCollect } from '@zhanggui/contract/user/buyer-collect.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { keepDraft, readDraft } from '../../go/drafts.ts'
import { go } from '../../go/go.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import styles from './cart.module.css'
import { CartSum, MAX_TOGETHER, NextCoupon, useCartPrice } from './cart-sum.tsx'
import { GoneLine, Line } from './line.tsx'
import { LineSku } from './line-sku.tsx'

const UNCHOSEN = 'cart-unchosen'

/** The cart: what is chosen is checked out together. */
export default function CartScreen() {
  const lines = useRead(cart.list)
  return (
    <Loaded
      of={lines}
      skeleton={
        <Screen title="购物车">
          <CartBones />
        </Screen>
      }
    >
      {({ list }) => <Cart lines={list} />}
    </Loaded>
  )
}

/** What could be bought in another number stays in its place. */
const isThere = ({ code, stock }: CartLine) =>
  code === '' || code === 'MIN_QTY' || code === 'LIMIT' || (code === 'SOLD_OUT' && stock > 0)

function Cart({ lines }: { lines: readonly CartLine[] }) {
  const [unchosen, setUnchosen] = useState<readonly number[]>(() => readDraft(UNCHOSEN) ?? [])
  const [isManaging, setManaging] = useState(false)
  const [choosing, setChoosing] = useState<CartLine>()
  const there = lines.filter(isThere)
  const gone = lines.filter((line) => !isThere(line))
  const choosable = isManaging ? there : there.filter(({ valid }) => valid)
  const chosen = choosable.filter(({ id }) => !unchosen.includes(id))
  const keep = (ids: readonly number[]) => {
    keepDraft(UNCHOSEN, ids)
    setUnchosen(ids)
  }
  const turn = (id: number) => keep(unchosen.includes(id) ? unchosen.filter((each) => each !== id) : [...unchosen, id])
  const isAll = choosable.length > 0 && chosen.length === choosable.length
  const removing = useWrite(cart.remove)
  const liking = useWrite(buyerCollect.addAll, {
    done: () => {
      toast('已移入收藏')
      void removing.send({ body: { ids: chosen.map(({ id }) => id) } })
    },
  })
  const checkingOut = useWrite(frontOrder.pre, { done: ({ preOrderNo }) => go(`/checkout/${preOrderNo}`) })
  const checkOut = () => {
    if (chosen.length > MAX_TOGETHER) return toast(`一次最多结算 ${MAX_TOGETHER} 种商品`)
    void checkingOut.send({
      body: { preOrderType: 'shoppingCart', orderDetails: chosen.map(({ id }) => ({ cartId: id })) },
    })
  }
  const { price, isCurrent } = useCartPrice(isManaging ? [] : chosen.map(({ id }) => id))
  const units = chosen.reduce((sum, { num }) => sum + num, 0)
  const foot = lines.length > 0 && (
    <>
      <Check
        label="全选"
        isOn={isAll}
        isShown
        onTurn={() =>
          keep(
            isAll ? choosable.map(({ id }) => id) : unchosen.filter((id) => !choosable.some((line) => line.id === id)),
          )
        }
      />
      <span className={styles.between} />
      {isManaging ? (
        <>
          <Button
            kind="line"
            disabled={!chosen.length}
            isBusy={liking.isSending}
            onClick={() =>
              liking.send({ body: { productIds: [...new Set(chosen.map(({ productId }) => productId))] } })
            }
          >
            移入收藏
          </Button>
          <Button
            disabled={!chosen.length}
            isBusy={removing.isSending}
            onClick={() => removing.send({ body: { ids: chosen.map(({ id }) => id) } })}
          >
            删除
          </Button>
        </>
      ) : (
        <>
          {price && <CartSum price={price} isCurrent={isCurrent} />}
          <Button disabled={!chosen.length} isBusy={checkingOut.isSending} onClick={checkOut}>
            结算 {units} 件
          </Button>
        </>
      )}
    </>
  )
  const manage = lines.length > 0 && (
    <button type="button" onClick={() => setManaging(!isManaging)}>
      {isManaging ? '完成' : '管理'}
    </button>
  )
  return (
    <Screen title={lines.length ? `购物车 ${lines.length}` : '购物车'} right={manage} foot={foot}>
      {!lines.length && (
        <Empty icon="cart" text="购物车还空着">
          <Button to="/">去逛逛</Button>
        </Empty>
      )}
      {price?.next && <NextCoupon next={price.next} />}
      {there.length > 0 && (
        <Card>
          {there.map((line) => (
            <Line
              key={line.id}
              line={line}
              isOn={chosen.some(({ id }) => id === line.id)}
              isChoosable={line.valid || isManaging}
              onTurn={() => turn(line.id)}
              onChooseSku={() => setChoosing(line)}
            />
          ))}
        </Card>
      )}
      {gone.length > 0 && (
        <Card
          title={`买不了的 ${gone.length} 件`}
          right={
            <button
              type="button"
              className={styles.clear}
              onClick={() => removing.send({ body: { ids: gone.map(({ id }) => id) } })}
            >
              清空
            </button>
          }
        >
          {gone.map((line) => (
            <GoneLine key={line.id} line={line} />
          ))}
        </Card>
      )}
      {choosing && <LineSku line={choosing} onClose={() => setChoosing(undefined)} />}
    </Screen>
  )
}

function CartBones() {
  return (
    <div className="coming">
      <Bone height={112} radius={12} />
      <Bone height={112} radius={12} />
      <Bone height={112} radius={12} />
    </div>
  )
}
