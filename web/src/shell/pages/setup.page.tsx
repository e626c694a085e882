import { useMutation, useQuery } from '@tanstack/react-query'
import { auth, SetupForm, type Site } from '@zhanggui/contract/staff/auth.ts'
import { passwordProblems } from '@zhanggui/domain/staff/password-policy.ts'
import { problemWith } from '@zhanggui/domain/validators.ts'
import { Button, Flex, Form, type FormInstance, Input, Skeleton, Steps, Switch } from 'antd'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { reactToError } from '../../api/reactions.ts'
import { read } from '../../api/read.ts'
import { setUpShop } from '../../api/session.ts'
import { toFieldData, useWrite } from '../../api/use-write.ts'
import { rulesOf } from '../../kit/form/form-rules.ts'
import { PasswordStrength } from '../../kit/form/password-strength.tsx'
import { EmptyBlock, FailedBlock } from '../../kit/page/block-state.tsx'
import { Entrance, Signboard } from '../sign-in/entrance.tsx'

const fields = SetupForm.properties
type Values = SetupForm & { again: string }

const steps: readonly { title: string; fields: (keyof Values)[] }[] = [
  { title: '令牌', fields: ['setupToken'] },
  { title: '管理员账号', fields: ['username', 'nickName', 'password', 'again', 'phone', 'email'] },
  { title: '店铺信息', fields: ['siteName', 'demoData'] },
]
const last = steps.length - 1
/** Initial values of the settings, in effect until they are saved. */
const passwordRules = { minLength: 10 }

/** The setup on first run. */
export default function SetupPage() {
  const navigate = useNavigate()
  const status = useQuery(read(auth.setupStatus))
  const leaveFor = (path: string) => {
    const { queryKey } = read(auth.site)
    queryClient.setQueryData<Site>(queryKey, (site) => site && { ...site, setupRequired: false })
    queryClient.invalidateQueries({ queryKey })
    navigate(path, { replace: true })
  }
  return (
    <Entrance wide>
      <Signboard subtitle="初始化管理后台" />
      {status.isPending && <Skeleton active />}
      {status.isError && <FailedBlock error={status.error} onRetry={() => status.refetch()} />}
      {status.data?.required === false && (
        <EmptyBlock
          text="系统已初始化"
          act={
            <Button type="primary" onClick={() => leaveFor('/login')}>
              去登录
            </Button>
          }
        />
      )}
      {status.data?.required && <SetupSteps onDone={() => leaveFor('/')} />}
    </Entrance>
  )
}

function SetupSteps({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<Values>()
  const [step, setStep] = useState(0)
  const password = Form.useWatch('password', form) ?? ''
  useEffect(() => {
    const [first] = steps[step]?.fields ?? []
    if (step > 0 && first) form.getFieldInstance(first)?.focus()
  }, [step, form])
  const checkToken = useWrite(auth.checkSetupToken, { form, onSuccess: () => setStep(1) })
  const setup = useMutation({
    mutationFn: setUpShop,
    onSuccess: onDone,
    onError: (error) => {
      reactToError(error, { showFieldErrors: (errors) => (form as FormInstance).setFields(errors.map(toFieldData)) })
      const atFault = steps.findIndex(({ fields }) => fields.some((field) => form.getFieldError(field).length))
      if (atFault >= 0) setStep(atFault)
    },
  })
  const isPending = checkToken.isPending || setup.isPending

  const handleNext = async (event: SubmitEvent) => {
    event.preventDefault()
    const valid = await form.validateFields(steps[step]?.fields).then(
      () => true,
      () => false,
    )
    if (!valid || isPending) return
    if (step === 0) {
      checkToken.mutate({ body: { setupToken: form.getFieldValue('setupToken').trim() } })
      return
    }
    if (step < last) {
      setStep(step + 1)
      return
    }
    const { again: _, ...body } = form.getFieldsValue(true) as Values
    setup.mutate(body)
  }
  const isStrong = async (_: unknown, text = '') => {
    const { username, phone, email } = form.getFieldsValue(true) as Partial<Values>
    const problem = text && passwordProblems(text, { ...passwordRules, identity: { username, phone, email } })
    if (problem) throw new Error(problem)
  }
  const isSame = async (_: unknown, text = '') => {
    if (text !== form.getFieldValue('password')) throw new Error('两次输入的密码不一致')
  }
  const isEmail = async (_: unknown, text: string | undefined) => {
    const problem = problemWith('email', text)
    if (problem) throw new Error(problem)
  }

  return (
    <>
      <Steps
        current={step}
        size="small"
        responsive={false}
        titlePlacement="vertical"
        items={steps.map(({ title }) => ({ title }))}
        style={{ marginBottom: 28 }}
      />
      {/* The component library's form would also validate the later steps. */}
      <Form form={form} component={false} layout="vertical" initialValues={{ demoData: false }}>
        <form className="ant-form ant-form-vertical" onSubmit={handleNext} noValidate>
          <div hidden={step !== 0}>
            <Form.Item
              name="setupToken"
              label="初始化令牌"
              rules={rulesOf(fields.setupToken)}
              extra="令牌打印在服务启动日志中，形如「初始化令牌：…」，24 小时内有效。"
            >
              <Input autoComplete="off" autoFocus spellCheck={false} />
            </Form.Item>
          </div>
          <div hidden={step !== 1}>
            <Form.Item name="username" label="用户名" rules={rulesOf(fields.username)}>
              <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
            </Form.Item>
            <Form.Item name="nickName" label="昵称" rules={rulesOf(fields.nickName)}>
              <Input autoComplete="name" />
            </Form.Item>
            <Form.Item
              name="password"
              label="密码"
              dependencies={['username', 'phone', 'email']}
              validateFirst
              rules={[...rulesOf(fields.password), { validator: isStrong }]}
              extra={
                <>
                  至少 10 位，越长越好；几个不相干的词既好记又安全
                  <PasswordStrength password={password} />
                </>
              }
            >
              <Input.Password autoComplete="new-password" />
            </Form.Item>
            <Form.Item
              name="again"
              label="确认密码"
              dependencies={['password']}
              validateFirst
              rules={[{ required: true, message: '请再次输入密码' }, { validator: isSame }]}
            >
              <Input.Password autoComplete="new-password" />
            </Form.Item>
            <Form.Item name="phone" label="手机号码" rules={rulesOf(fields.phone)}>
              <Input autoComplete="tel" inputMode="tel" />
            </Form.Item>
            <Form.Item name="email" label="邮箱" rules={[...rulesOf(fields.email), { validator: isEmail }]}>
              <Input autoComplete="email" inputMode="email" />
            </Form.Item>
          </div>
          <div hidden={step !== 2}>
            <Form.Item name="siteName" label="店铺名称" rules={rulesOf(fields.siteName)}>
              <Input />
            </Form.Item>
            <Form.Item
              name="demoData"
              label="演示数据"
              extra="放满示例商品、订单和员工账号，只适合试用，不能一次删掉。要真开店请不要打开：进去后可以放几件随时能删的示例商品。"
            >
              <Switch />
            </Form.Item>
          </div>
          <Flex justify={step > 0 ? 'space-between' : 'end'} gap="middle">
            {step > 0 && (
              <Button size="large" disabled={isPending} onClick={() => setStep(step - 1)}>
                上一步
              </Button>
            )}
            <Button type="primary" size="large" htmlType="submit" loading={isPending}>
              {step === last ? '完成并进入后台' : '下一步'}
            </Button>
          </Flex>
        </form>
      </Form>
    </>
  )
}
