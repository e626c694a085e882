import { frontSignIn, type SignedInBuyer } from '@zhanggui/contract/user/front-sign-in.ts'
import { Tabs } from '@zhanggui/page-kit/parts/tabs.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { channel } from '../../api/call.ts'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { setToken } from '../../api/token.ts'
import { useWrite } from '../../api/write.ts'
import { forgetDraftsOfOthers } from '../../go/drafts.ts'
import { go } from '../../go/go.ts'
import { backOf } from '../../go/sign-in.ts'
import { spreadOf } from '../../go/spread.ts'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { type Agreed, AgreementSheet, useAgreeing } from '../../sheets/sign-in/agreeing.tsx'
import styles from './login.module.css'
import { PhoneFields } from './phone-fields.tsx'
import { WechatWay } from './wechat-way.tsx'

/** The ways in; the last plays WeChat, where the shop does. */
const ways = ['验证码登录', '密码登录', '模拟微信'] as const

/** Signs a buyer in, or registers one, and goes back to where that was wanted. */
export default function LoginScreen() {
  const [search] = useSearchParams()
  const site = useSite()
  const { data: config } = useRead(frontSignIn.config)
  const [way, setWay] = useState(0)
  const [typed, setTyped] = useState({ phone: '', captcha: '', account: '', password: '', name: '' })
  const agreeing = useAgreeing()
  const leave = () => go(backOf(search.get('back')), { replace: true })
  const enter = async ({ token, uid }: Pick<SignedInBuyer, 'token' | 'uid'>, given: readonly Agreed[]) => {
    forgetDraftsOfOthers(uid)
    setToken(token)
    if (await agreeing.settle(given)) leave()
  }
  const enterHere = (signedIn: Pick<SignedInBuyer, 'token' | 'uid'>) => enter(signedIn, agreeing.given)
  const byCode = useWrite(frontSignIn.mobile, { done: enterHere })
  const byPassword = useWrite(frontSignIn.password, { done: enterHere })
  const binding = useWrite(frontSignIn.bindWechat, { done: enterHere })
  const byWechat = useWrite(frontSignIn.program, {
    done: ({ token, uid, key }, { body }) =>
      // Who comes for the first time has a phone by WeChat.
      token && uid ? enterHere({ token, uid }) : void binding.send({ body: { key: key ?? '', phoneCode: body.code } }),
  })
  const [isBinding, setBinding] = useState(false)
  const offered = channel === 'wechat' ? (config?.wechatWays ?? []) : []
  const inWechat = offered.includes(1) && config?.wechatAuthorize
  /** Without any way a buyer could not come in. */
  const hasForm = !inWechat || offered.includes(2)
  const { phone, captcha, account, password, name } = typed
  const field = (key: keyof typeof typed) => ({
    value: typed[key],
    onChange: (value: string) => setTyped((before) => ({ ...before, [key]: value })),
  })
  const acts = [
    {
      isBusy: byCode.isSending,
      isReady: phone && captcha,
      send: () => byCode.send({ body: { phone, captcha, ...spreadOf() } }),
    },
    {
      isBusy: byPassword.isSending,
      isReady: account && password,
      send: () => byPassword.send({ body: { account, password, ...spreadOf() } }),
    },
    {
      isBusy: byWechat.isSending || binding.isSending,
      isReady: name,
      send: () => byWechat.send({ body: { code: `sim:${name.trim()}`, ...spreadOf() } }),
    },
  ]
  const act = acts[way]
  const mayGo = () => {
    if (agreeing.missing) toast(agreeing.missing)
    return !agreeing.missing
  }
  const submit = () => {
    if (act?.isReady && mayGo()) void act.send()
  }
  return (
    <Screen title={isBinding ? '绑定手机号' : '登录'}>
      {inWechat && (
        <div className={styles.wechat}>
          <WechatWay
            authorize={inWechat}
            agreed={agreeing.given}
            mayLeave={mayGo}
            onEnter={enter}
            onBinding={() => setBinding(true)}
          />
          {!isBinding && hasForm && <p className={styles.or}>其他方式</p>}
          {!isBinding && !hasForm && agreeing.box}
        </div>
      )}
      {!isBinding && hasForm && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <p className={styles.welcome}>欢迎来到{site?.siteName ?? '本店'}</p>
          <Tabs
            titles={config?.fake ? ways : ways.slice(0, 2)}
            open={way}
            onOpen={setWay}
            colour="#4f535b"
            activeTone="theme"
            ground="transparent"
            isSticky={false}
          />
          {way === 0 && (
            <PhoneFields
              phone={phone}
              captcha={captcha}
              hint="没有注册过的手机号，登录后自动注册"
              onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
            />
          )}
          {way === 1 && (
            <>
              <Field label="账号" autoComplete="username" maxLength={32} placeholder="手机号" {...field('account')} />
              <Field
                label="密码"
                type="password"
                autoComplete="current-password"
                maxLength={64}
                {...field('password')}
              />
            </>
          )}
          {way === 2 && (
            <>
              <Field label="名字" maxLength={32} placeholder="任意名字，如 lina" {...field('name')} />
              <p className={styles.hint}>演示环境：同一个名字总是同一个微信用户</p>
            </>
          )}
          {agreeing.box}
          <Button isWide isBusy={act?.isBusy} disabled={!act?.isReady} onClick={submit}>
            登录
          </Button>
        </form>
      )}
      {agreeing.asked.length > 0 && <AgreementSheet of={agreeing.asked} onDone={leave} />}
    </Screen>
  )
}
