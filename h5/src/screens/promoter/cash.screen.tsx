import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { frontWithdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { type ExtractType, extractTypes } from '@zhanggui/domain/finance/withdrawal.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { Card } from '../../parts/card.tsx'
import { Figure } from '../../parts/goods/figure.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { Options } from '../../parts/typed/option.tsx'
import { PhotoField } from '../../parts/typed/photos.tsx'
import styles from './promoter.module.css'

/** Where commission can go: to an account outside, or into the buyer's balance. */
const targets = [
  { key: 'weixin', title: extractTypes.weixin },
  { key: 'alipay', title: extractTypes.alipay },
  { key: 'bank', title: extractTypes.bank },
] as const
type Target = ExtractType | 'balance'

const readMoney = (typed: string) => (/^\d{1,6}(\.\d{1,2})?$/.test(typed) ? Number(typed) : 0)

/** Takes commission out. */
export default function CashScreen() {
  const cash = useRead(frontWithdrawal.user)
  const hasBalance = useSite()?.open.balance === true
  const { data: banks } = useRead(frontWithdrawal.bank)
  const [target, setTarget] = useState<Target>('weixin')
  const [typed, setTyped] = useState({ money: '', name: '', cardNum: '', bankName: '', alipayCode: '', wechat: '' })
  const [codes, setCodes] = useState<string[]>([])
  const field = (key: keyof typeof typed) => ({
    value: typed[key],
    onChange: (value: string) => setTyped((before) => ({ ...before, [key]: value })),
  })
  const asking = useWrite(frontWithdrawal.cash, {
    done: () => {
      toast('已提交，等商家审核')
      go('/promoter/records?type=1', { replace: true })
    },
  })
  const moving = useWrite(frontPromoter.transfer, {
    done: () => {
      toast('已转入余额')
      go('/balance', { replace: true })
    },
  })
  const { name, cardNum, bankName, alipayCode, wechat } = typed
  const money = readMoney(typed.money)
  const minPrice = target === 'balance' ? 0 : (cash.data?.minPrice ?? 0)
  const isReady =
    money > 0 &&
    money >= minPrice &&
    { balance: true, weixin: wechat, alipay: name && alipayCode, bank: name && cardNum && bankName }[target]
  const send = () => {
    if (target === 'balance') return void moving.send({ body: { price: money } })
    const account = {
      weixin: { wechat, ...(name && { name }) },
      alipay: { name, alipayCode },
      bank: { name, cardNum, bankName },
    }[target]
    void asking.send({ body: { extractType: target, money, ...account, ...(codes[0] && { qrcodeUrl: codes[0] }) } })
  }
  return (
    <Screen
      title="提现"
      isTinted
      foot={
        <Button isWide isBusy={asking.isSending || moving.isSending} disabled={!isReady} onClick={send}>
          {target === 'balance' ? '转入余额' : '申请提现'}
        </Button>
      }
    >
      <Loaded of={cash} skeleton={<CardBones height={150} />}>
        {({ commissionCount, brokenCommission, brokenDay, feeRate }) => (
          <>
            <Figure name="可提现佣金" value={`¥${commissionCount.toFixed(2)}`}>
              {brokenCommission > 0 && `冻结中 ¥${brokenCommission.toFixed(2)}，收货 ${brokenDay} 天后可提`}
            </Figure>
            <Card>
              <Options
                label="提到哪里"
                of={[...targets, ...(hasBalance ? [{ key: 'balance' as const, title: '本店余额' }] : [])]}
                chosen={target}
                onChoose={setTarget}
              />
              <Field
                label="金额"
                inputMode="decimal"
                maxLength={9}
                placeholder={minPrice > 0 ? `最低 ${minPrice} 元` : '元'}
                {...field('money')}
                {...(money > 0 && money < minPrice && { fault: `最低提现 ${minPrice} 元` })}
              />
              {target === 'weixin' && <Field label="微信号" maxLength={64} {...field('wechat')} />}
              {target !== 'balance' && (
                <Field
                  label="姓名"
                  maxLength={32}
                  placeholder={target === 'weixin' ? '选填' : '收款人姓名'}
                  {...field('name')}
                />
              )}
              {target === 'alipay' && (
                <Field label="支付宝" maxLength={64} placeholder="支付宝账号" {...field('alipayCode')} />
              )}
              {target === 'bank' && (
                <>
                  <Field label="卡号" inputMode="numeric" maxLength={30} placeholder="银行卡号" {...field('cardNum')} />
                  {banks && banks.length > 0 ? (
                    <Options
                      label="开户银行"
                      of={banks.map((key) => ({ key, title: key }))}
                      chosen={bankName}
                      onChoose={(value) => setTyped((before) => ({ ...before, bankName: value }))}
                    />
                  ) : (
                    <Field label="银行" maxLength={64} placeholder="开户银行" {...field('bankName')} />
                  )}
                </>
              )}
              {(target === 'weixin' || target === 'alipay') && (
                <PhotoField label="收款码" urls={codes} max={1} onChange={setCodes} />
              )}
            </Card>
            {target !== 'balance' && (
              <p className={styles.note}>
                {feeRate > 0 ? `商家收取 ${feeRate}% 手续费，从提现金额里扣。` : '不收手续费。'}商家审核后打款。
              </p>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}
