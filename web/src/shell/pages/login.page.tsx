import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import { useMutation } from '@tanstack/react-query'
import { type LoginForm as Fields, LoginForm, type MfaQuestion } from '@zhanggui/contract/staff/auth.ts'
import { Button } from 'antd'
import { type KeyboardEvent, lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { readRemembered } from '../../api/cookies.ts'
import { reactToError } from '../../api/reactions.ts'
import { signIn } from '../../api/session.ts'
import { useSite } from '../../api/site.ts'
import { fieldProblem } from '../../kit/form/form-rules.ts'
import { loadChunk } from '../../kit/page/load-chunk.ts'
import { prefetchShell } from '../routing/gate.ts'
import { pathAfterSignIn } from '../routing/gate-decision.ts'
import { CaptchaBox, useCaptcha } from '../sign-in/captcha-box.tsx'
import { Entrance, Signboard } from '../sign-in/entrance.tsx'
import { TextBox } from '../sign-in/text-box.tsx'
import styles from './login.module.css'

const fields = LoginForm.properties
type Problems = { username?: string; password?: string; code?: string }

// Parts that few sign-ins need load on demand.
const FactorStep = lazy(() => loadChunk(() => import('../sign-in/factor-step.tsx')))
const ForgotForm = lazy(() => loadChunk(() => import('../sign-in/forgot-form.tsx')))
const ResetForm = lazy(() => loadChunk(() => import('../sign-in/reset-form.tsx')))

type Step = { name: 'password' | 'forgot' } | { name: 'factor'; question: MfaQuestion; form: Fields }
const subtitles = { password: '登录管理后台', forgot: '找回密码', factor: '两步验证', reset: '重置密码' }

/** Sign-in, its second step, and the reset of a forgotten password. */
export default function LoginPage() {
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  const [step, setStep] = useState<Step>({ name: 'password' })
  const setupRequired = useSite()?.setupRequired
  const token = new URLSearchParams(hash.slice(1)).get('reset')

  useEffect(() => {
    if (setupRequired) navigate('/setup', { replace: true })
  }, [setupRequired, navigate])
  useEffect(prefetchShell, [])

  const handleDone = () => {
    // Pages that need the categories fetch them again if this fails.
    import('../../kit/product/product-classify.ts')
      .then(({ refreshClassify }) => refreshClassify())
      .catch(() => undefined)
    navigate(pathAfterSignIn(search), { replace: true })
  }
  const handleBack = () => setStep({ name: 'password' })
  return (
    <Entrance>
      <Signboard subtitle={subtitles[token ? 'reset' : step.name]} />
      <Suspense>
        {token ? (
          <ResetForm token={token} onDone={() => navigate('/login', { replace: true })} />
        ) : step.name === 'factor' ? (
          <FactorStep question={step.question} form={step.form} onDone={handleDone} onBack={handleBack} />
        ) : step.name === 'forgot' ? (
          <ForgotForm onBack={handleBack} />
        ) : (
          <PasswordStep
            onDone={handleDone}
            onFactor={(question, form) => setStep({ name: 'factor', question, form })}
            onForgot={() => setStep({ name: 'forgot' })}
          />
        )}
      </Suspense>
    </Entrance>
  )
}

type PasswordStepProps = {
  onDone: () => void
  onFactor: (question: MfaQuestion, form: Fields) => void
  onForgot: () => void
}

function PasswordStep({ onDone, onFactor, onForgot }: PasswordStepProps) {
  const [{ username, rememberMe }, setRemembered] = useState(() => readRemembered(document.cookie))
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [locked, setLocked] = useState(false)
  const [factorCode, setFactorCode] = useState('')
  const passwordInput = useRef<HTMLInputElement>(null)
  const captcha = useCaptcha()
  const resetByEmail = useSite()?.resetByEmail

  const login = useMutation({
    mutationFn: signIn,
    onSuccess: (question, form) => (question ? onFactor(question, form) : onDone()),
    onError: (error) => {
      reactToError(error, {
        showFieldErrors: (faults) => {
          const found: Problems = Object.fromEntries(faults.map(({ field, message }) => [field, message]))
          if (found.code) captcha.demand()
          setProblems(found)
        },
      })
      // Guesses of others may lock the owner's network, or slow strange devices down.
      if (error instanceof CallError && (error.status === 423 || error.status === 429)) setLocked(true)
      captcha.reload()
      setFactorCode('')
      passwordInput.current?.select()
    },
  })

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const found: Problems = {
      username: fieldProblem(fields.username, username),
      password: fieldProblem(fields.password, password),
      code: captcha.enabled && !captcha.code.trim() ? '验证码不能为空' : undefined,
    }
    setProblems(found)
    const [first] = Object.entries(found).find(([, problem]) => problem) ?? []
    if (first) document.getElementById(first)?.focus()
    else {
      const proof = {
        code: captcha.code.trim(),
        uuid: captcha.uuid,
        ...(factorCode && { factorCode: factorCode.trim() }),
      }
      login.mutate({ username: username.trim(), password, rememberMe, ...proof })
    }
  }
  const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextBox
        name="username"
        label="账号"
        icon={<UserOutlined />}
        problem={problems.username}
        autoComplete="username"
        autoFocus={!username}
        maxLength={100}
        value={username}
        onChange={({ target }) => setRemembered({ username: target.value, rememberMe })}
      />
      <TextBox
        name="password"
        label="密码"
        icon={<LockOutlined />}
        problem={problems.password}
        hint={capsLock ? '大写锁定已开启' : undefined}
        ref={passwordInput}
        type={visible ? 'text' : 'password'}
        autoComplete="current-password"
        autoFocus={Boolean(username)}
        maxLength={128}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        onKeyDown={noteCapsLock}
        onKeyUp={noteCapsLock}
        onBlur={() => setCapsLock(false)}
      >
        <button
          type="button"
          className={styles.eye}
          aria-label={visible ? '隐藏密码' : '显示密码'}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <EyeOutlined /> : <EyeInvisibleOutlined />}
        </button>
      </TextBox>
      <CaptchaBox captcha={captcha} problem={problems.code} />
      {locked && (
        <TextBox
          name="factorCode"
          label="两步验证码（选填）"
          icon={<KeyOutlined />}
          hint="开启了两步验证的账号，填写验证码即可立即登录"
          autoComplete="one-time-code"
          maxLength={20}
          value={factorCode}
          onChange={({ target }) => setFactorCode(target.value)}
        />
      )}
      <div className={styles.row}>
        <label className={styles.remember}>
          <input
            type="checkbox"
            checked={rememberMe}
            onChange={({ target }) => setRemembered({ username, rememberMe: target.checked })}
          />
          记住我
        </label>
        {resetByEmail && (
          <button type="button" onClick={onForgot}>
            忘记密码
          </button>
        )}
      </div>
      <Button type="primary" htmlType="submit" block loading={login.isPending} className={styles.submit}>
        {login.isPending ? '登 录 中...' : '登 录'}
      </Button>
    </form>
  )
}
