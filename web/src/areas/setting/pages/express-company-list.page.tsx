import { useQuery } from '@tanstack/react-query'
import { type ExpressCompany, ExpressCompanyDraft, expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { Flex, Input, Switch, Tag, Typography } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { confirm, showSuccess } from '../../../kit/feedback/feedback.ts'
import { Field } from '../../../kit/form/field.tsx'
import { RightSwitch } from '../../../kit/form/right-switch.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { LabelTemplates } from '../components/label-templates.tsx'

export default function ExpressCompanyListPage() {
  const [shown, setShown] = useState<ExpressCompany>()
  const maySeeTemplates = useCan(expressCompany.template)
  return (
    <>
      <ListPage
        list={useList(expressCompany.list)}
        filters={['keywords']}
        columns={[
          { name: 'id', title: 'ID', width: 80 },
          { name: 'name', title: '名称', minWidth: 140 },
          { name: 'code', title: '编码', width: 120 },
          { name: 'phone', title: '客服电话', width: 140 },
          { name: 'needs', title: '电子面单要求', minWidth: 200, render: (row) => <LabelNeeds {...row} /> },
          { name: 'sort', title: '排序', width: 80 },
          {
            name: 'isShow',
            title: '显示',
            width: 100,
            render: ({ id, name, isShow }) => (
              <StatusSwitch
                name={`「${name}」`}
                checked={isShow}
                route={expressCompany.updateShow}
                body={(shown) => ({ id, isShow: shown })}
                texts={['显示', '隐藏']}
              />
            ),
          },
        ]}
        purpose="发货时选的物流公司；可以从物流查询接口一次取来"
        add={expressCompany.save}
        edit={expressCompany.update}
        remove={expressCompany.remove}
        actions={(row) =>
          maySeeTemplates && (
            <RowAction reads onClick={() => setShown(row)}>
              面单模板
            </RowAction>
          )
        }
        tools={
          <>
            <TracesToday />
            <SyncButton />
          </>
        }
        dialog={(row, close) => <ExpressCompanyDialog row={row} onClose={close} />}
      />
      {shown && <LabelTemplates company={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** How often the tracking service was asked today: each question costs money. */
function TracesToday() {
  const { data } = useQuery(read(expressCompany.traced, { silent: true }))
  if (!data?.isOpen) return null
  return (
    <Typography.Text type={data.used >= data.limit ? 'danger' : 'secondary'}>
      今日物流查询 {data.used} / {data.limit} 次
    </Typography.Text>
  )
}

/** Fetches the carriers of the tracking service. */
function SyncButton() {
  const sync = useWrite(expressCompany.sync, {
    onSuccess: ({ added, changed }) => showSuccess(`同步完成：新增 ${added} 家（默认隐藏），更新 ${changed} 家`),
  })
  async function handleSync() {
    if (await confirm({ content: '从物流查询接口同步物流公司？已有的公司只更新查询编码。', okText: '同步' }))
      sync.mutate({})
  }
  return (
    <Can do={expressCompany.sync}>
      <WriteButton of={sync} onClick={handleSync}>
        同步物流公司
      </WriteButton>
    </Can>
  )
}

/** The values required to print the carrier's labels, and whether they are set. */
function LabelNeeds({ partnerId, partnerKey, net, account, hasPassword, netName }: ExpressCompany) {
  const needs = [
    { label: '账号', asked: partnerId, there: account !== '' },
    { label: '密码', asked: partnerKey, there: hasPassword },
    { label: '网点', asked: net, there: netName !== '' },
  ].filter(({ asked }) => asked)
  if (!needs.length) return '无'
  return (
    <Flex gap={4} wrap>
      {needs.map(({ label, there }) => (
        <Tag key={label} color={there ? 'success' : 'warning'}>
          {label}
          {there ? '已填' : '未填'}
        </Tag>
      ))}
    </Flex>
  )
}

function ExpressCompanyDialog({ row, onClose }: { row?: ExpressCompany; onClose: () => void }) {
  return (
    <FormDialog
      name="物流公司"
      add={expressCompany.save}
      edit={expressCompany.update}
      row={row}
      initial={{ sort: 999, isShow: true, status: true }}
      onClose={onClose}
    >
      {!row && <Field of={ExpressCompanyDraft} name="code" extra="如 SF、ZTO，保存后不能修改" />}
      <Field of={ExpressCompanyDraft} name="name" />
      <Field of={ExpressCompanyDraft} name="phone" />
      <Field of={ExpressCompanyDraft} name="partnerId">
        <Switch checkedChildren="需要" unCheckedChildren="不需要" />
      </Field>
      <Field of={ExpressCompanyDraft} name="account" />
      <Field of={ExpressCompanyDraft} name="partnerKey">
        <Switch checkedChildren="需要" unCheckedChildren="不需要" />
      </Field>
      <Field of={ExpressCompanyDraft} name="password" extra={row?.hasPassword ? '已设置，留空则不修改' : undefined}>
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field of={ExpressCompanyDraft} name="net">
        <Switch checkedChildren="需要" unCheckedChildren="不需要" />
      </Field>
      <Field of={ExpressCompanyDraft} name="netName" />
      <Field of={ExpressCompanyDraft} name="sort" />
      <Field of={ExpressCompanyDraft} name="isShow">
        <RightSwitch of={expressCompany.updateShow} row={row} checkedChildren="显示" unCheckedChildren="隐藏" />
      </Field>
      <Field of={ExpressCompanyDraft} name="status" />
    </FormDialog>
  )
}
