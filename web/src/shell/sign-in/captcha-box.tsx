import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import { useQuery } from '@tanstack/react-query'
import { auth, type Captcha } from '@zhanggui/contract/staff/auth.ts'
import { useState } from 'react'
import { read } from '../../api/read.ts'
import styles from '../pages/login.module.css'
import { TextBox } from './text-box.tsx'

/** The captcha field; draws nothing when none is required. */
export function CaptchaBox({ captcha, problem }: { captcha: CaptchaState; problem: string | undefined }) {
  if (!captcha.enabled) return null
  return (
    <TextBox
      name="code"
      label="验证码"
      icon={<SafetyOutlined />}
      problem={problem}
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
  )
}

export type CaptchaState = ReturnType<typeof useCaptcha>

/**
 * The captcha picture, renewed 5 s before it expires. The typed code is cleared with its picture. A refused sign-in
 * may demand one where none was required.
 */
export function useCaptcha() {
  const [typed, setTyped] = useState({ uuid: '', code: '' })
  const [required, setRequired] = useState(false)
  const { data, isError, refetch } = useQuery({
    ...read(auth.code, { query: required ? { required } : {}, silent: true }),
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
    demand: () => setRequired(true),
    reload: () => {
      refetch()
    },
  }
}

function renewAfterMs(captcha: Captcha | undefined): number | false {
  return captcha?.enabled ? Math.max(captcha.expireSeconds - 5, 5) * 1000 : false
}
