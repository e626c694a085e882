import { frontPay, type PayAnswer, type PayMethod } from '@zhanggui/contract/payment/front-pay.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Price } from '@zhanggui/page-kit/parts/price.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { channel } from '../../api/call.ts'
import { useRead } from '../../api/read.ts'
import { go } from '../../go/go.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import { leaveToPay } from '../../sheets/leave-to-pay.ts'
import { usePayment } from '../../sheets/use-payment.ts'
import { afterPaying } from './after-paying.ts'
import styles from './pay.module.css'

const titles: Record<string, string> = { order: '订单支付', edit: '补差价', recharge: '余额充值' }

/** Chooses how something is paid, and leaves to pay. */
export default function PayScreen() {
  const { no = '' } = useParams<{ no: string }>()
  const config = useRead(frontPay.config, { query: { no } })
  const due = config.data?.due
  const isPaid = due?.paid ?? false
  useEffect(() => {
    if (isPaid) go(`/pay/${no}/result`, { replace: true })
  }, [isPaid, no])
  const methods = config.data?.methods ?? []
  const [typed, setMethod] = useState<PayMethod['payType']>()
  const method = typed ?? methods.find(({ open }) => open)?.payType
  const { send, isSending } = usePayment(frontPay.pay, (answer) => leave(no, answer))
  const pay = () => method && send({ body: { orderNo: no, payType: method, channel } })
  return (
    <Screen
      title={titles[due?.what ?? ''] ?? '支付'}
      isTinted
      foot={
        due && (
          <Button isWide isBusy={isSending} disabled={!method || isPaid} onClick={pay}>
            立即支付 ¥{due.fee.toFixed(2)}
          </Button>
        )
      }
    >
      <Loaded
        of={config}
        skeleton={<PayBones />}
        failed={({ status, message }) => status === 404 && <Gone text={message} />}
      >
        {(data) => (
          <>
            <div className={styles.due}>
              {data.due && <Price yuan={data.due.fee} size={36} />}
              {data.due?.payDeadline && (
                <p>
                  剩余 <CountDown to={data.due.payDeadline} doneText="已到时间" />
                </p>
              )}
            </div>
            <Card>
              <div role="radiogroup" aria-label="支付方式">
                {data.methods.map((each) => (
                  <Method
                    key={each.payType}
                    method={each}
                    balance={data.userBalance}
                    isOn={each.payType === method}
                    onChoose={() => setMethod(each.payType)}
                  />
                ))}
              </div>
            </Card>
            {data.simOpen && <p className={styles.play}>这是演示用的模拟支付，不会真的收款</p>}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

type MethodGiven = { method: PayMethod; balance: number; isOn: boolean; onChoose: () => void }

function Method({ method: { payType, label, open, reason }, balance, isOn, onChoose }: MethodGiven) {
  // Alipay cannot be opened there.
  const isBarred = channel === 'wechat' && payType === 'alipay'
  const why = isBarred ? '请在浏览器中打开' : reason
  return (
    <div className={styles.method}>
      <span className={styles.name}>
        {label}
        {payType === 'yue' && <small>余额 ¥{balance.toFixed(2)}</small>}
        {(!open || isBarred) && why && <small>{why}</small>}
      </span>
      <Check label={label} isRadio isOn={isOn} isDisabled={!open || isBarred} onTurn={onChoose} />
    </div>
  )
}

function leave(no: string, answer: PayAnswer) {
  if (answer.payType === 'offline') go(afterPaying(no), { replace: true })
  else void leaveToPay(no, answer)
}

function Gone({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <Button to="/orders">我的订单</Button>
    </Empty>
  )
}

function PayBones() {
  return (
    <div className="coming">
      <Bone height={64} width={160} />
      <Bone height={200} radius={12} />
    </div>
  )
}
