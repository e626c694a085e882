import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { frontAccount, MIN_BUYER_PASSWORD } from '@zhanggui/contract/user/front-sign-in.ts'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { setToken } from '../../api/token.ts'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { SendCode } from '../../sheets/sign-in/send-code.tsx'
import styles from './profile.module.css'

const MAX_NAME = 64

export function NameSheet({ nickname, onClose }: { nickname: string; onClose: () => void }) {
  const [typed, setTyped] = useState(nickname)
  const { send, isSending } = useWrite(frontAccount.edit, {
    done: ({ held }) => {
      toast(held.length ? '昵称已提交，审核后显示' : '昵称已修改')
      onClose()
    },
  })
  const name = typed.trim()
  return (
    <Sheet
      title="昵称"
      onClose={onClose}
      foot={
        <Button isWide isBusy={isSending} disabled={!name} onClick={() => send({ body: { nickname: name } })}>
          保存
        </Button>
      }
    >
      <Field label="昵称" maxLength={MAX_NAME} value={typed} onChange={setTyped} />
    </Sheet>
  )
}

const codeField = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 6,
  placeholder: '6 位数字',
} as const
const phoneField = { type: 'tel', autoComplete: 'tel', maxLength: 20, placeholder: '11 位手机号' } as const
const bare = (phone: string) => phone.replace(/\s/g, '')

/** Binds a phone, or another one: then a code that was sent to the old one is asked for too. */
export function PhoneSheet({ hasPhone, onClose }: { hasPhone: boolean; onClose: () => void }) {
  const [oldCaptcha, setOldCaptcha] = useState('')
  const [phone, setPhone] = useState('')
  const [captcha, setCaptcha] = useState('')
  const { send, isSending } = useWrite(frontAccount.bindPhone, {
    done: () => {
      toast(hasPhone ? '手机号已更换' : '手机号已绑定')
      onClose()
    },
  })
  const isReady = phone && captcha && (!hasPhone || oldCaptcha)
  return (
    <Sheet
      title={hasPhone ? '更换手机号' : '绑定手机号'}
      onClose={onClose}
      foot={
        <Button
          isWide
          isBusy={isSending}
          disabled={!isReady}
          onClick={() => send({ body: { phone: bare(phone), captcha, oldCaptcha: hasPhone ? oldCaptcha : undefined } })}
        >
          {hasPhone ? '更换' : '绑定'}
        </Button>
      }
    >
      {hasPhone && (
        <Field label="原号验证码" {...codeField} value={oldCaptcha} onChange={setOldCaptcha}>
          <SendCode />
        </Field>
      )}
      <Field label={hasPhone ? '新手机号' : '手机号'} {...phoneField} value={phone} onChange={setPhone} />
      <Field label="验证码" {...codeField} value={captcha} onChange={setCaptcha}>
        <SendCode phone={phone} />
      </Field>
    </Sheet>
  )
}

export function PasswordSheet({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [password, setPassword] = useState('')
  const { send, isSending } = useWrite(frontAccount.resetPassword, {
    done: () => {
      toast('密码已设置，下次可以用它登录')
      onClose()
    },
  })
  const isShort = password !== '' && password.length < MIN_BUYER_PASSWORD
  return (
    <Sheet
      title="登录密码"
      onClose={onClose}
      foot={
        <Button
          isWide
          isBusy={isSending}
          disabled={!phone || !captcha || password.length < MIN_BUYER_PASSWORD}
          onClick={() => send({ body: { phone: bare(phone), captcha, password } })}
        >
          保存
        </Button>
      }
    >
      <Field label="手机号" {...phoneField} value={phone} onChange={setPhone} />
      <Field label="验证码" {...codeField} value={captcha} onChange={setCaptcha}>
        <SendCode phone={phone} />
      </Field>
      <Field
        label="新密码"
        type="password"
        autoComplete="new-password"
        maxLength={64}
        placeholder={`至少 ${MIN_BUYER_PASSWORD} 位`}
        value={password}
        onChange={setPassword}
        {...(isShort && { fault: `至少 ${MIN_BUYER_PASSWORD} 位` })}
      />
    </Sheet>
  )
}

/** Ends the account. Commission not yet paid is lost, so that has its own confirmation. */
export function EndSheet({ hasPhone, onClose }: { hasPhone: boolean; onClose: () => void }) {
  const [captcha, setCaptcha] = useState('')
  const [waits, setWaits] = useState<string>()
  const [giveUp, setGiveUp] = useState(false)
  const { send, isSending } = useWrite(customerCentre.end, {
    done: () => {
      setToken(undefined)
      toast('账号已注销')
      go('/', { replace: true })
    },
    failed: ({ code, message }) => {
      if (code !== 'COMMISSION_WAITS') return false
      setWaits(message)
      return true
    },
  })
  return (
    <Sheet
      title="注销账号"
      onClose={onClose}
      foot={
        hasPhone ? (
          <Button
            isWide
            isBusy={isSending}
            disabled={!captcha || (waits !== undefined && !giveUp)}
            onClick={() => send({ body: { captcha, giveUp: giveUp || undefined } })}
          >
            注销，不再保留
          </Button>
        ) : (
          <Button isWide kind="line" onClick={onClose}>
            知道了
          </Button>
        )
      }
    >
      <p className={styles.note}>
        {hasPhone
          ? '验证码会发到你绑定的手机。注销后资料、积分和优惠券都不能找回。有进行中的订单、提现，或余额、佣金不为零时不能注销。'
          : '注销要验证手机号，请先绑定手机号。'}
      </p>
      {hasPhone && (
        <Field label="验证码" {...codeField} value={captcha} onChange={setCaptcha}>
          <SendCode />
        </Field>
      )}
      {waits && (
        <>
          <p className={styles.note} role="alert">
            {waits}
          </p>
          <Check label="放弃未到账的佣金" isShown isOn={giveUp} onTurn={() => setGiveUp(!giveUp)} />
        </>
      )}
    </Sheet>
  )
}
