import { type FrontAgreement, frontAgreement } from '@zhanggui/contract/decor/agreement.ts'
import { frontAccount } from '@zhanggui/contract/user/front-sign-in.ts'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { useState } from 'react'
import { CallError, call } from '../../api/call.ts'
import { useRead } from '../../api/read.ts'
import { setToken } from '../../api/token.ts'
import { write } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import styles from './agreeing.module.css'

/** Those that every buyer agrees to when signing in, once they are published. */
const AT_SIGN_IN = ['user_agreement', 'privacy_policy']

/** A version that somebody agreed to. */
export type Agreed = Pick<FrontAgreement, 'key' | 'no'>

/** What is agreed to before a sign-in, and what a new version asks for after it. */
export function useAgreeing() {
  const { data, error } = useRead(frontAgreement.list)
  const shown = data?.list.filter(({ key }) => AT_SIGN_IN.includes(key)) ?? []
  // What was shown at the tick is agreed to, and no version that comes after it.
  const [given, setGiven] = useState<readonly Agreed[]>([])
  const isTicked =
    shown.length > 0 && shown.every(({ key, no }) => given.some((one) => one.key === key && one.no === no))
  const [asked, setAsked] = useState<readonly FrontAgreement[]>([])
  /** Notes what was agreed to. @returns whether nothing more is asked for */
  const settle = async (agreed: readonly Agreed[]): Promise<boolean> => {
    // Of a version that is replaced by now, the new one is asked for.
    await agreeTo(agreed).catch(unlessUnheard)
    // Asked for now: what is under way was asked before this was noted.
    const { list } = await call(frontAgreement.list, {})
    const left = list.filter(({ mustConsent }) => mustConsent)
    setAsked(left)
    return !left.length
  }
  return {
    /** Why nobody can sign in yet; '' when they can. */
    missing: !data && !error ? '协议还在读取，请稍后再试' : shown.length && !isTicked ? '请先阅读并同意协议' : '',
    given,
    asked,
    /** A sign-in is not lost with the question: it is put again at the next one. */
    settle: (agreed: readonly Agreed[]) => settle(agreed).catch(unlessUnheard),
    box: shown.length > 0 && (
      <p className={styles.box}>
        <Check
          label="我已阅读并同意"
          isShown
          isOn={isTicked}
          onTurn={() => setGiven(isTicked ? [] : shown.map(({ key, no }) => ({ key, no })))}
        />
        <Names of={shown} />
      </p>
    ),
  }
}

function unlessUnheard(error: unknown): true {
  if (error instanceof CallError) return true
  throw error
}

async function agreeTo(list: readonly Agreed[]): Promise<void> {
  for (const { key, no } of list) await write(frontAgreement.consent, { body: { key, no } })
}

function Names({ of: list }: { of: readonly FrontAgreement[] }) {
  return (
    <span className={styles.names}>
      {list.map(({ key, title }) => (
        <button key={key} type="button" onClick={() => go(`/agreement/${key}`)}>
          《{title}》
        </button>
      ))}
    </span>
  )
}

/** What a new version asks for: agreed to, or signed out again. */
export function AgreementSheet({ of: list, onDone }: { of: readonly FrontAgreement[]; onDone: () => void }) {
  const [isSending, setSending] = useState(false)
  const agree = async () => {
    setSending(true)
    await agreeTo(list).catch(unlessUnheard)
    onDone()
  }
  const refuse = async () => {
    await write(frontAccount.logout).catch(unlessUnheard)
    setToken(undefined)
    go('/', { replace: true })
  }
  return (
    <Sheet
      title="协议有更新"
      onClose={() => void refuse()}
      foot={
        <>
          <Button kind="line" isWide onClick={() => void refuse()}>
            不同意并退出
          </Button>
          <Button isWide isBusy={isSending} onClick={() => void agree()}>
            同意
          </Button>
        </>
      }
    >
      <p>
        请阅读更新后的
        <Names of={list} />
        ，同意后继续使用。
      </p>
    </Sheet>
  )
}
