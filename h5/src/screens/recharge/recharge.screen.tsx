import { frontRecharge } from '@zhanggui/contract/finance/front-recharge.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useState } from 'react'
import { channel } from '../../api/call.ts'
import { useRead } from '../../api/read.ts'
import { Card } from '../../parts/card.tsx'
import { Figure } from '../../parts/goods/figure.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { leaveToPay } from '../../sheets/leave-to-pay.ts'
import { usePayment } from '../../sheets/use-payment.ts'
import styles from './recharge.module.css'

type PayType = 'weixin' | 'alipay'

/** Pays into the balance: a package with its gift, or any sum. */
export default function RechargeScreen() {
  const recharge = useRead(frontRecharge.index)
  const [chosen, setChosen] = useState<number>()
  const [typed, setTyped] = useState('')
  const [typedWay, setWay] = useState<PayType>()
  const { send, isSending } = usePayment(
    frontRecharge.create,
    ({ rechargeNo, ...answer }) => void leaveToPay(rechargeNo, answer),
  )
  const { data } = recharge
  const packages = data?.packages ?? []
  const minPrice = data?.minPrice ?? 0
  /** 0 is any other sum. */
  const packageId = chosen ?? packages[0]?.id ?? 0
  const taken = packages.find(({ id }) => id === packageId)
  const price = taken?.price ?? (/^\d{1,6}(\.\d{1,2})?$/.test(typed) ? Number(typed) : 0)
  const ways = (data?.methods ?? []).filter(({ payType }) => payType === 'weixin' || payType === 'alipay')
  const way = typedWay ?? (ways.find(({ open }) => open)?.payType as PayType | undefined)
  const isReady = way !== undefined && price > 0 && price >= minPrice
  const pay = () => way && send({ body: { price, payType: way, channel, ...(taken && { packageId: taken.id }) } })
  return (
    <Screen
      title="余额充值"
      isTinted
      foot={
        data?.open && (
          <Button isWide isBusy={isSending} disabled={!isReady} onClick={pay}>
            {price > 0 ? `充 ${price} 元${taken?.giveMoney ? `，送 ${taken.giveMoney} 元` : ''}` : '充值'}
          </Button>
        )
      }
    >
      <Loaded of={recharge} skeleton={<CardBones height={150} />}>
        {({ open, nowMoney, attention }) =>
          open ? (
            <>
              <Figure name="可用余额" value={`¥${nowMoney.toFixed(2)}`} />
              <Card title="充多少">
                <div className={styles.packages}>
                  {packages.map(({ id, price: each, giveMoney }) => (
                    <Choice
                      key={id}
                      title={`${each} 元`}
                      note={giveMoney ? `送 ${giveMoney} 元` : '不送'}
                      isOn={id === packageId}
                      onChoose={() => setChosen(id)}
                    />
                  ))}
                  <Choice title="其他" note="自己填" isOn={packageId === 0} onChoose={() => setChosen(0)} />
                </div>
                {packageId === 0 && (
                  <Field
                    label="金额"
                    inputMode="decimal"
                    maxLength={9}
                    placeholder={minPrice > 0 ? `最低 ${minPrice} 元` : '元'}
                    value={typed}
                    onChange={setTyped}
                    {...(price > 0 && price < minPrice && { fault: `最低充 ${minPrice} 元` })}
                  />
                )}
              </Card>
              <Card title="支付方式">
                <div role="radiogroup" aria-label="支付方式">
                  {ways.map(({ payType, label, open: isOpen, reason }) => (
                    <div key={payType} className={styles.method}>
                      <span>
                        {label}
                        {!isOpen && <small>{reason ?? '暂不可用'}</small>}
                      </span>
                      <Check
                        label={label}
                        isRadio
                        isOn={payType === way}
                        isDisabled={!isOpen}
                        onTurn={() => setWay(payType as PayType)}
                      />
                    </div>
                  ))}
                </div>
              </Card>
              {attention && <p className={styles.note}>{attention}</p>}
            </>
          ) : (
            <Empty icon="wallet" text="商家没有开通充值">
              <Button to="/balance">看余额</Button>
            </Empty>
          )
        }
      </Loaded>
    </Screen>
  )
}

type ChoiceGiven = { title: string; note: string; isOn: boolean; onChoose: () => void }

function Choice({ title, note, isOn, onChoose }: ChoiceGiven) {
  return (
    <button type="button" aria-pressed={isOn} className={`${styles.offer} ${isOn ? styles.on : ''}`} onClick={onChoose}>
      <b>{title}</b>
      <small>{note}</small>
    </button>
  )
}
