import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import { useMutation } from '@tanstack/react-query'
import type { LoginForm, MfaQuestion } from '@zhanggui/contract/staff/auth.ts'
import { Button } from 'antd'
import { type SubmitEvent, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { reactToError } from '../../api/reactions.ts'
import { signInWithFactor } from '../../api/session.ts'
import styles from '../pages/login.module.css'
import { TextBox } from './text-box.tsx'

type FactorStepProps = {
  question: MfaQuestion
  form: LoginForm
  onDone: () => void
  /** Back to the password, by choice or because the time is over. */
  onBack: () => void
}

/** The second step of a sign-in: the authenticator app's code, or a recovery code. */
export default function FactorStep({ question, form, onDone, onBack }: FactorStepProps) {
  const [recovering, setRecovering] = useState(false)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [trustDevice, setTrustDevice] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const login = useMutation({
    mutationFn: () => signInWithFactor({ mfaToken: question.mfaToken, code: code.trim(), trustDevice }, form),
    onSuccess: onDone,
    onError: (error) => {
      reactToError(error)
      if (error instanceof CallError && error.code === 'MFA_EXPIRED') onBack()
      else {
        setCode('')
        input.current?.focus()
      }
    },
  })

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    setProblem(code.trim() ? '' : '请输入验证码')
    if (code.trim()) login.mutate()
    else input.current?.focus()
  }
  const handleSwitch = () => {
    setRecovering(!recovering)
    setCode('')
    setProblem('')
    input.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextBox
        key={recovering ? 'recovery' : 'totp'}
        ref={input}
        name="factor"
        label={recovering ? '恢复码' : '动态验证码'}
        icon={<KeyOutlined />}
        problem={problem}
        autoFocus
        autoComplete="one-time-code"
        inputMode={recovering ? 'text' : 'numeric'}
        maxLength={recovering ? 20 : 6}
        placeholder={recovering ? 'xxxxx-xxxxx' : '验证器应用中的 6 位数字'}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <label className={styles.remember}>
        <input type="checkbox" checked={trustDevice} onChange={({ target }) => setTrustDevice(target.checked)} />
        信任此设备，7 天内不再询问
      </label>
      <Button type="primary" htmlType="submit" block loading={login.isPending} className={styles.submit}>
        验 证
      </Button>
      <div className={styles.links}>
        <button type="button" onClick={handleSwitch}>
          {recovering ? '使用动态验证码' : '手机不在身边？使用恢复码'}
        </button>
        <button type="button" onClick={onBack}>
          返回登录
        </button>
      </div>
    </form>
  )
}
