import { useQuery } from '@tanstack/react-query'
import {
  auth,
  type SignedIn,
  TotpDisableForm,
  TotpEnableForm,
  TotpRecoveryForm,
  type TotpSetup,
} from '@zhanggui/contract/staff/auth.ts'
import { Alert, Button, Flex, Form, Input, Steps, Typography } from 'antd'
import { useId, useState } from 'react'
import { reactToError } from '../../../../api/reactions.ts'
import { read } from '../../../../api/read.ts'
import { loadInfo } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { copy } from '../../../../kit/feedback/copy.ts'
import { confirm, openDialog } from '../../../../kit/feedback/feedback.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import styles from './factor-panel.module.css'

/**
 * 两步验证: switching the second factor on and off, recovery codes, trusted devices (docs/access.md, Signing in).
 * @param onEnabled called once it is on and the session has been updated
 */
export function FactorPanel({ user, onEnabled }: { user: SignedIn; onEnabled: () => void }) {
  return (
    <div className={styles.panel}>
      {user.mfaRequired && !user.mfaEnabled && (
        <Alert
          type="warning"
          showIcon
          title="请先开启两步验证"
          description="店铺要求您的账号开启两步验证后才能继续使用。"
        />
      )}
      {user.mfaEnabled ? <FactorOn /> : <FactorOff onEnabled={onEnabled} />}
    </div>
  )
}

function FactorOff({ onEnabled }: { onEnabled: () => void }) {
  const [setup, setSetup] = useState<TotpSetup>()
  const start = useWrite(auth.totpSetup, { onSuccess: setSetup })
  if (setup) return <SetupSteps setup={setup} onEnabled={onEnabled} />
  return (
    <>
      <Typography.Paragraph>
        开启后，登录时除了密码，还要输入手机验证器应用中的 6 位数字。即使密码泄露，他人也无法登录您的账号。
      </Typography.Paragraph>
      <WriteButton type="primary" of={start} onClick={() => start.mutate({ body: {} })}>
        开启两步验证
      </WriteButton>
    </>
  )
}

type SetupStepsProps = { setup: TotpSetup; onEnabled: () => void }

function SetupSteps({ setup: { secret, qr }, onEnabled }: SetupStepsProps) {
  const [form] = Form.useForm<{ code: string }>()
  const enable = useWrite(auth.totpEnable, {
    form,
    message: '两步验证已开启',
    onSuccess: async ({ recoveryCodes }) => {
      await showRecoveryCodes(recoveryCodes)
      await loadInfo().then(onEnabled, reactToError)
    },
    onError: () => form.resetFields(),
  })
  return (
    <>
      <Steps
        orientation="vertical"
        size="small"
        current={1}
        items={[
          {
            title: '安装验证器应用',
            content: '如 Microsoft Authenticator、Google Authenticator，或微信小程序「二次验证码」。',
          },
          {
            title: '用应用扫描二维码',
            content: (
              <div className={styles.scan}>
                <img src={qr} alt="两步验证二维码" width="180" height="180" />
                <div>
                  <div>无法扫码？请手动输入密钥：</div>
                  <Typography.Text code copyable={{ text: secret }} className={styles.secret}>
                    {secret.replace(/(.{4})/g, '$1 ').trim()}
                  </Typography.Text>
                </div>
              </div>
            ),
          },
          { title: '输入应用显示的 6 位数字' },
        ]}
      />
      <WriteForm of={enable} form={form} name={useId()} layout="inline" onFinish={(body) => enable.mutate({ body })}>
        <Field of={TotpEnableForm} name="code" label="验证码">
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} style={{ width: 140 }} />
        </Field>
        <WriteButton type="primary" htmlType="submit" of={enable}>
          确认开启
        </WriteButton>
      </WriteForm>
    </>
  )
}

function FactorOn() {
  return (
    <>
      <Alert type="success" showIcon title="两步验证已开启" description="登录时需要手机验证器应用中的 6 位数字。" />
      <Flex gap="small" wrap>
        <WriteButton of={auth.totpRecovery} onClick={() => openDialog<void>((done) => <RecoveryDialog done={done} />)}>
          更换恢复码
        </WriteButton>
        <WriteButton
          danger
          of={auth.totpDisable}
          onClick={() => openDialog<void>((done) => <DisableDialog done={done} />)}
        >
          关闭两步验证
        </WriteButton>
      </Flex>
      <TrustedDevices />
    </>
  )
}

function DisableDialog({ done }: { done: () => void }) {
  const [form] = Form.useForm<{ password: string; code: string }>()
  const disable = useWrite(auth.totpDisable, {
    form,
    message: '两步验证已关闭',
    onSuccess: async () => {
      done()
      await loadInfo()
    },
  })
  return (
    <Dialog
      title="关闭两步验证"
      width={420}
      onCancel={done}
      onOk={form.submit}
      okText="关闭两步验证"
      cancelText="取消"
      of={disable}
      okButtonProps={{ danger: true }}
    >
      <WriteForm
        form={form}
        name={useId()}
        layout="vertical"
        of={disable}
        onFinish={(body) => disable.mutate({ body })}
      >
        <Field of={TotpDisableForm} name="password" label="登录密码">
          <Input.Password autoComplete="current-password" />
        </Field>
        <Field of={TotpDisableForm} name="code" label="动态验证码或恢复码">
          <Input autoComplete="one-time-code" maxLength={20} />
        </Field>
      </WriteForm>
    </Dialog>
  )
}

function RecoveryDialog({ done }: { done: () => void }) {
  const [form] = Form.useForm<{ password: string }>()
  const renew = useWrite(auth.totpRecovery, {
    form,
    onSuccess: ({ recoveryCodes }) => {
      done()
      showRecoveryCodes(recoveryCodes)
    },
  })
  return (
    <Dialog
      title="更换恢复码"
      width={420}
      onCancel={done}
      onOk={form.submit}
      okText="生成新的恢复码"
      cancelText="取消"
      of={renew}
    >
      <WriteForm form={form} name={useId()} layout="vertical" of={renew} onFinish={(body) => renew.mutate({ body })}>
        <Alert type="warning" showIcon title="生成新的恢复码后，旧的恢复码立即失效。" style={{ marginBottom: 16 }} />
        <Field of={TotpRecoveryForm} name="password" label="登录密码">
          <Input.Password autoComplete="current-password" />
        </Field>
      </WriteForm>
    </Dialog>
  )
}

/** Shows recovery codes until they are closed; they are never shown again. */
function showRecoveryCodes(codes: readonly string[]): Promise<void> {
  return openDialog<void>((done) => (
    <Dialog
      title="请保存恢复码"
      width={440}
      keyboard={false}
      closable={false}
      footer={[
        <Button key="copy" onClick={() => copy(codes.join('\n'))}>
          复制恢复码
        </Button>,
        <Button key="ok" type="primary" onClick={() => done()}>
          我已保存
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        title="恢复码只显示这一次"
        description="手机丢失时，可以用恢复码登录，每个只能用一次。请保存在安全的地方。"
      />
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  ))
}

function TrustedDevices() {
  const devices = useQuery(read(auth.trustedDevices)).data ?? []
  const remove = useWrite(auth.removeTrustedDevice, { message: '已移除该设备' })
  if (!devices.length) return null
  return (
    <section>
      <Typography.Title level={5}>受信任的设备（登录时不询问）</Typography.Title>
      <ul className={styles.devices}>
        {devices.map(({ id, browser, os, ip, expireTime }) => (
          <li key={id}>
            <div>
              <strong>{[browser, os].filter(Boolean).join(' / ') || '未知设备'}</strong>
              <div className={styles.faint}>
                {ip} · {expireTime} 到期
              </div>
            </div>
            <WriteButton
              type="link"
              danger
              of={auth.removeTrustedDevice}
              onClick={async () => {
                const content = '不再信任该设备？它下次登录时须通过二次验证。'
                if (await confirm({ content, okText: '不再信任', cancelText: '仍信任' }))
                  remove.mutate({ params: { id } })
              }}
            >
              不再信任
            </WriteButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
