import {
  TemplateDraft,
  templateStates,
  type WechatTemplate,
  wechatTemplate,
} from '@zhanggui/contract/wechat/wechat-template.ts'
import { fieldsOf } from '@zhanggui/domain/wechat/template-field.ts'
import { Input, Select, Tag, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'

const colours = { 1: 'success', 2: 'default', 3: 'error' } as const

/** What a template says, by what the platform calls it. */
const labelsOf = (content: string): string =>
  fieldsOf(content)
    .map(({ label }) => label)
    .join('、')

/** The templates of one account, with where they stand with the platform. */
export function TemplateList({ kind, purpose, tools }: { kind: 1 | 2; purpose: string; tools: ReactNode }) {
  return (
    <ListPage
      list={useList(wechatTemplate.list, { fixed: { kind } })}
      purpose={purpose}
      empty="还没有模板"
      filters={['name', 'status']}
      columns={[
        { name: 'name', title: '模板名称', width: 160, card: 'title' },
        { name: 'tempKey', title: '模板库编号', width: 110 },
        {
          name: 'content',
          title: '有哪些字段',
          minWidth: 220,
          render: ({ content }) => labelsOf(content),
          says: ({ content }) => labelsOf(content),
        },
        {
          name: 'state',
          title: '平台',
          width: 120,
          render: ({ state, syncError }: WechatTemplate) => (
            <Tooltip title={syncError}>
              <Tag color={colours[state as 1]}>{templateStates[state as 1]}</Tag>
            </Tooltip>
          ),
        },
        { name: 'syncError', title: '没同步的原因', minWidth: 160 },
        { name: 'marks', title: '用于通知', width: 130, render: ({ marks }) => marks.join('、') },
        { name: 'tempId', title: '模板ID', width: 200, hidden: true },
        {
          name: 'status',
          title: '启用',
          width: 90,
          render: ({ id, name, status }) => (
            <StatusSwitch
              name={`模板「${name}」`}
              checked={status}
              route={wechatTemplate.useStatus}
              params={{ id }}
              body={(on) => ({ status: on })}
            />
          ),
        },
        { name: 'createTime', title: '创建时间', width: 170, hidden: true },
      ]}
      add={wechatTemplate.save}
      edit={wechatTemplate.update}
      remove={wechatTemplate.remove}
      removeText="我们加到平台的模板，也会从平台删除"
      tools={tools}
      dialog={(row, close) => <TemplateDialog kind={kind} row={row} onClose={close} />}
    />
  )
}

function TemplateDialog({ kind, row, onClose }: { kind: 1 | 2; row: WechatTemplate | undefined; onClose: () => void }) {
  return (
    <FormDialog
      name="消息模板"
      add={wechatTemplate.save}
      edit={wechatTemplate.update}
      {...(row && { row, params: { id: row.id } })}
      initial={{ kind, status: true }}
      toBody={(typed) => ({ ...typed, kind, ...(row && { fieldMap: row.fieldMap, status: row.status }) })}
      onClose={onClose}
    >
      <Field of={TemplateDraft} name="name" />
      <Field of={TemplateDraft} name="tempKey" extra="类目模板库里的数字编号；平台上已有的模板填模板ID即可" />
      <Field
        of={TemplateDraft}
        name="kidList"
        extra={kind === 1 ? '按模板库的名称和顺序，回车分隔' : '2 至 5 个关键词编号，回车分隔'}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，']} />
      </Field>
      <Field of={TemplateDraft} name="tempId" />
      <Field
        of={TemplateDraft}
        name="content"
        extra="一行一个字段，如 订单号:{{character_string1.DATA}}；同步后以平台为准"
      >
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 3 }} />
      </Field>
    </FormDialog>
  )
}
