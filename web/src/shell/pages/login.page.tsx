import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import { useMutation, useQuery } from '@tanstack/react-query'
import { auth, type Captcha, LoginForm } from '@zhanggui/contract/auth.ts'
import { Button } from 'antd'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { reactToError } from '../../api/react-to-error.ts'
import { read } from '../../api/read.ts'
import { fieldProblem } from '../../kit/form-rules.ts'
import { Entrance, Signboard } from '../entrance.tsx'
import { prefetchShell } from '../gate.ts'
import { readRemembered } from '../model/cookies.ts'
import { pathAfterSignIn } from '../model/gate.ts'
import { signIn } from '../session.ts'
import { useSite } from '../site.ts'
import styles from './login.module.css'

const fields = LoginForm.properties
type Problems = { username?: string; password?: string; code?: string }

/** Sign-in (system chapter, 2.3). */
export default function LoginPage() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [{ username, rememberMe }, setRemembered] = useState(() => readRemembered(document.cookie))
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const captcha = useCaptcha()
  const setupRequired = useSite()?.setupRequired

  useEffect(() => {
    if (setupRequired) navigate('/setup', { replace: true })
  }, [setupRequired, navigate])
  useEffect(prefetchShell, [])

  const login = useMutation({
    mutationFn: signIn,
    onSuccess: () => navigate(pathAfterSignIn(search), { replace: true }),
    onError: (error) => {
      reactToError(error)
      captcha.reload()
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
    else
      login.mutate({ username: username.trim(), password, code: captcha.code.trim(), uuid: captcha.uuid, rememberMe })
  }
  const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <Entrance>
      <Signboard subtitle="登录管理后台" />
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
        {captcha.enabled && (
          <TextBox
            name="code"
            label="验证码"
            icon={<SafetyOutlined />}
            problem={problems.code}
            autoComplete="off"
            maxLength={10}
            value={captcha.code}
            onChange={({ target }) => captcha.setCode(target.value)}
          >
            <button
              type="button"
              className={styles.picture}
              aria-label={captcha.failed ? undefined : '验证码图片，点击换一张'}
              title="看不清？点击换一张"
              onClick={captcha.reload}
            >
              {captcha.failed && '加载失败，点击重试'}
              {!captcha.failed && captcha.picture && <img src={captcha.picture} alt="" width="111" height="36" />}
            </button>
          </TextBox>
        )}
        <label className={styles.remember}>
          <input
            type="checkbox"
            checked={rememberMe}
            onChange={({ target }) => setRemembered({ username, rememberMe: target.checked })}
          />
          记住我
        </label>
        <Button type="primary" htmlType="submit" block loading={login.isPending} className={styles.submit}>
          {login.isPending ? '登 录 中...' : '登 录'}
        </Button>
      </form>
    </Entrance>
  )
}

type TextBoxProps = ComponentProps<'input'> & {
  name: string
  label: string
  icon: ReactNode
  problem?: string
  hint?: string
}

/**
 * A labelled input. Plain HTML rather than the component library, whose inputs bring all of its forms along: this page is
 * what everybody waits for first.
 */
function TextBox({ label, icon, problem, hint, children, ...input }: TextBoxProps) {
  const { name } = input
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      <div className={styles.box} data-problem={Boolean(problem)}>
        {icon}
        <input
          {...input}
          id={name}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={Boolean(problem)}
          aria-describedby={problem && `${name}-problem`}
        />
        {children}
      </div>
      {hint && (
        <p className={styles.hint} role="status">
          {hint}
        </p>
      )}
      {problem && (
        <p className={styles.problem} id={`${name}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** The picture to read, renewed 5 s before it ends (AU-15). What was typed belongs to its picture and goes with it. */
function useCaptcha() {
  const [typed, setTyped] = useState({ uuid: '', code: '' })
  const { data, isError, refetch } = useQuery({
    ...read(auth.code, { silent: true }),
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => renewAfterMs(state.data),
    refetchIntervalInBackground: true,
  })
  const uuid = data?.uuid ?? ''
  return {
    enabled: data?.enabled ?? true,
    failed: isError,
    picture: data?.img,
    uuid,
    code: typed.uuid === uuid ? typed.code : '',
    setCode: (code: string) => setTyped({ uuid, code }),
    reload: () => {
      refetch()
    },
  }
}

function renewAfterMs(captcha: Captcha | undefined): number | false {
  return captcha?.enabled ? Math.max(captcha.expireSeconds - 5, 5) * 1000 : false
}
