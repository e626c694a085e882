import { useQuery } from '@tanstack/react-query'
import {
  email,
  MailDraft,
  type MailSettings,
  MailSettingsDraft,
  mailResults,
} from '@zhanggui/contract/message/email.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Alert, Flex, Form, Input, Select, Skeleton, Switch, Tabs, Tag } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../kit/page/dirty-guard.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import styles from './email-tool.module.css'

/** 邮件工具: the shop's mail server, sending e-mails, and their results. */
export default function EmailTool() {
  const maySend = useCan(email.send)
  const [search, setSearch] = useSearchParams()
  const tabs = [
    { key: 'server', label: '邮件服务器', children: <ServerTab /> },
    ...(maySend ? [{ key: 'send', label: '发送邮件', children: <SendForm /> }] : []),
    { key: 'logs', label: '发送记录', children: <MailLogs /> },
  ]
  return (
    <>
      <PageHeader />
      <div className={styles.card}>
        <Tabs
          activeKey={tabs.find(({ key }) => key === search.get('tab'))?.key ?? 'server'}
          onChange={(tab) => setSearch(tab === 'server' ? {} : { tab }, { replace: true })}
          items={tabs}
        />
      </div>
    </>
  )
}

function ServerTab() {
  const server = useQuery(read(email.info))
  if (server.isPending) return <Skeleton active />
  if (server.isError && !server.data) return <FailedBlock error={server.error} onRetry={server.refetch} />
  return <ServerForm key={server.data.version} server={server.data} />
}

function ServerForm({ server }: { server: MailSettings }) {
  const [form] = Form.useForm<MailSettings>()
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty)
  const maySave = useCan(email.update) && !server.locked
  const save = useWrite(email.update, { form, message: '保存成功', onSuccess: () => setDirty(false) })
  const test = useWrite(setting.test)

  function handleTest() {
    const { host, port, user, pass, from, ssl } = form.getFieldsValue()
    const values = {
      email_host: host,
      email_port: port,
      email_user: user,
      email_pass: pass,
      email_from: from,
      email_ssl: ssl,
    }
    test.mutate({ params: { kind: 'email' }, body: { values } })
  }

  return (
    <WriteForm
      form={form}
      name={useId()}
      layout="vertical"
      className={styles.form}
      initialValues={server}
      of={save}
      disabled={!maySave}
      onValuesChange={() => setDirty(true)}
      onFinish={(typed) => save.mutate({ body: { ...typed, version: server.version } })}
    >
      {server.locked && <Alert type="info" showIcon title={server.locked} style={{ marginBottom: 16 }} />}
      <Field of={MailSettingsDraft} name="host" rules={[{ required: true, message: '请输入 SMTP 服务器' }]}>
        <Input placeholder="smtp.example.com" maxLength={100} />
      </Field>
      <Field of={MailSettingsDraft} name="port" />
      <Field of={MailSettingsDraft} name="ssl" extra="端口 465 通常需要打开，587 或 25 通常需要关闭">
        <Switch checkedChildren="是" unCheckedChildren="否" />
      </Field>
      <Field of={MailSettingsDraft} name="user" rules={[]}>
        <Input autoComplete="off" maxLength={100} />
      </Field>
      <Field of={MailSettingsDraft} name="pass" extra="多数邮箱须使用授权码。显示为圆点表示已设置，不修改请保持原样">
        <Input.Password autoComplete="new-password" visibilityToggle={false} />
      </Field>
      <Field of={MailSettingsDraft} name="from" extra="为空时使用邮箱账号；可写作：小店 <shop@example.com>">
        <Input maxLength={100} />
      </Field>
      {test.data && (
        <Alert
          type={test.data.ok ? 'success' : 'error'}
          showIcon
          title={test.data.message}
          style={{ marginBottom: 16 }}
        />
      )}
      {!server.locked && (
        <Flex gap="small">
          <Can do={email.update}>
            <WriteButton type="primary" htmlType="submit" disabled={!dirty} of={save}>
              保存
            </WriteButton>
          </Can>
          <Can do={setting.test}>
            <WriteButton disabled={save.isPending} of={test} onClick={handleTest}>
              测试连接
            </WriteButton>
          </Can>
        </Flex>
      )}
    </WriteForm>
  )
}

function SendForm() {
  const [form] = Form.useForm<MailDraft>()
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty)
  const send = useWrite(email.send, {
    form,
    once: true,
    message: '邮件已交付发送，结果见发送记录',
    onSuccess: () => {
      form.resetFields()
      setDirty(false)
    },
  })
  return (
    <WriteForm
      form={form}
      name={useId()}
      layout="vertical"
      className={styles.form}
      of={send}
      onValuesChange={() => setDirty(true)}
      onFinish={(body) => send.mutate({ body })}
    >
      <Field of={MailDraft} name="tos" extra="可填多个，回车分隔，最多 50 个；每人单独收到一封">
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ';', ' ']} maxCount={50} />
      </Field>
      <Field of={MailDraft} name="subject" />
      <Field of={MailDraft} name="content">
        <Input.TextArea autoSize={{ minRows: 6, maxRows: 16 }} maxLength={20_000} showCount />
      </Field>
      <WriteButton type="primary" htmlType="submit" of={send}>
        发送
      </WriteButton>
    </WriteForm>
  )
}

const results = Object.entries(mailResults).map(([value, label]) => ({ value, label }))
const resultColors = { sent: 'success', failed: 'error', retried: 'default' }

function MailLogs() {
  return (
    <ListPage
      title=""
      empty="还没有发过邮件"
      purpose="发出的每封邮件和邮件服务器的应答"
      list={useList(email.logs, { name: 'mail' })}
      filters={[{ name: 'result', control: <Select allowClear placeholder="全部" options={results} /> }, 'createTime']}
      columns={[
        { name: 'createTime', title: '时间', width: 170 },
        { name: 'receivers', title: '收件人', render: ({ receivers }) => receivers.join('、') },
        { name: 'subject', title: '主题' },
        {
          name: 'result',
          title: '结果',
          width: 100,
          render: ({ result }) => <Tag color={resultColors[result]}>{mailResults[result]}</Tag>,
        },
        { name: 'answer', title: '服务器应答' },
      ]}
    />
  )
}
