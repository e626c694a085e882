import { frontCoupon, type OpenCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { useSignedIn } from '../../go/sign-in.ts'
import { Ticket } from '../../parts/goods/ticket.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { takeCoupon } from '../../sheets/take-coupon.ts'
import styles from './coupons.module.css'

/** So many at once, that the one which the address names is among them. */
const PAGE = 50

/** Coupons to take, the one that somebody was sent here for first; and those that a code stands for. */
export default function CouponsScreen() {
  const [search] = useSearchParams()
  const named = Number(search.get('couponId'))
  const coupons = useEndless(frontCoupon.open, { query: {}, limit: PAGE })
  return (
    <Screen
      title="领券中心"
      right={
        <Link href="/coupons/mine" className={styles.mine}>
          我的
        </Link>
      }
    >
      <Code />
      <Rows
        of={coupons}
        skeleton={<CardBones height={88} count={5} />}
        empty={
          <Empty icon="gift" text="现在没有可领的券">
            <Button to="/">去逛逛</Button>
          </Empty>
        }
      >
        {(list) =>
          [...list]
            .sort((one, other) => Number(other.id === named) - Number(one.id === named))
            .map((coupon) => <Open key={coupon.id} of={coupon} isNamed={coupon.id === named} />)
        }
      </Rows>
    </Screen>
  )
}

function Open({ of: coupon, isNamed }: { of: OpenCoupon; isNamed: boolean }) {
  const { id, name, isUse, lastTotal } = coupon
  const [isTaken, setTaken] = useState(isUse)
  const [isSending, setSending] = useState(false)
  const take = useSignedIn(`coupon-${id}`, async () => {
    setSending(true)
    if (await takeCoupon(id)) setTaken(true)
    setSending(false)
  })
  const isGone = !isTaken && lastTotal !== null && lastTotal <= 0
  return (
    <Ticket of={coupon} note={validWords(coupon)} isNamed={isNamed} isOver={isGone}>
      {isGone ? (
        '领完了'
      ) : isTaken ? (
        <Button kind="line" size={32} onClick={() => go(`/list?couponId=${id}`)}>
          去使用
        </Button>
      ) : (
        <Button size={32} isBusy={isSending} aria-label={`领取${name}`} onClick={() => take(undefined)}>
          领取
        </Button>
      )}
    </Ticket>
  )
}

function validWords({ isFixedTime, useStartTime, useEndTime, day, lastTotal }: OpenCoupon): string {
  const valid =
    isFixedTime && useStartTime && useEndTime
      ? `${useStartTime.slice(0, 10)} 至 ${useEndTime.slice(0, 10)}`
      : `领取后 ${day} 天内有效`
  return lastTotal === null ? valid : `${valid}，剩 ${lastTotal} 张`
}

function Code() {
  const [typed, setTyped] = useState('')
  const redeeming = useWrite(frontCoupon.redeem, {
    done: ({ name }) => {
      setTyped('')
      toast(`已兑换「${name}」`, { label: '去看看', onAct: () => go('/coupons/mine') })
    },
  })
  const redeem = useSignedIn<string>('redeem', (code) => void redeeming.send({ body: { code } }))
  const code = typed.trim()
  return (
    <form
      className={styles.code}
      onSubmit={(event) => {
        event.preventDefault()
        if (code) redeem(code)
      }}
    >
      <Field label="兑换码" maxLength={40} placeholder="有兑换码在这里填" value={typed} onChange={setTyped}>
        <Button kind="soft" size={32} isBusy={redeeming.isSending} disabled={!code} onClick={() => redeem(code)}>
          兑换
        </Button>
      </Field>
    </form>
  )
}
