import { useQuery } from '@tanstack/react-query'
import { type ApiKey, ApiKeyDraft, apiKey, type ScopeGroup } from '@zhanggui/contract/staff/api-key.ts'
import { dataScopes } from '@zhanggui/contract/staff/role.ts'
import { Form, Input, Select } from 'antd'
import { read } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { showSecret } from '../../../../kit/dialog/show-secret.tsx'
import { shanghaiNow } from '../../../../kit/form/dates/calendar.ts'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'
import { DeptName, DeptsTreeSelect } from '../../../../kit/form/dept-tree-select.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { TreeSelect } from '../../../../kit/form/tree-select.tsx'

type Refs = readonly { id: number }[]

/** Explains each data scope of a key. */
const scopeHints: Record<ApiKey['dataScope'], string> = {
  全部: '能看到创建人能看到的全部数据',
  本级: '能看到创建人所在部门及其下级部门的数据',
  自定义: '能看到所选部门的数据',
  本门店: '能看到创建人所属门店的数据',
  仅本人: '只能看到创建人和此密钥创建的数据',
}

export function ApiKeyDialog({ row, onClose }: { row?: ApiKey; onClose: () => void }) {
  const own = useSession(({ user }) => user?.dataScopes) ?? []
  return (
    <FormDialog
      name="API密钥"
      width={640}
      add={apiKey.save}
      edit={apiKey.update}
      row={row}
      initial={{
        dataScope: own.includes('全部') ? '全部' : '仅本人',
        rateLimit: 60,
        expiresAt: shanghaiNow().add(1, 'year').endOf('day').format('YYYY-MM-DD HH:mm:ss'),
        status: true,
      }}
      describe={{ depts: (refs) => ((refs ?? []) as Refs).map(({ id }) => <DeptName key={id} id={id} />) }}
      onAdded={({ key }) =>
        showSecret({
          title: 'API密钥已生成',
          hint: '密钥只显示这一次，请立即复制保存。调用接口时放在请求头 Authorization: Bearer 之后。',
          secret: key,
        })
      }
      onClose={onClose}
    >
      <ApiKeyFields row={row} />
    </FormDialog>
  )
}

function ApiKeyFields({ row }: { row?: ApiKey }) {
  const dataScope: ApiKey['dataScope'] = Form.useWatch('dataScope') ?? row?.dataScope ?? '仅本人'
  return (
    <>
      <Field of={ApiKeyDraft} name="name" />
      <Field of={ApiKeyDraft} name="scopes" extra="密钥只能做所选的事，且不超过创建人当前的权限">
        <ScopeSelect />
      </Field>
      <Field of={ApiKeyDraft} name="dataScope" extra={scopeHints[dataScope]}>
        <Select options={dataScopes.map((value) => ({ value, label: value }))} />
      </Field>
      {dataScope === '自定义' && (
        <Field
          of={ApiKeyDraft}
          name="depts"
          rules={[{ required: true, message: '请选择部门' }]}
          getValueProps={(refs: Refs = []) => ({ value: refs.map(({ id }) => id) })}
          getValueFromEvent={(ids: number[]) => ids.map((id) => ({ id }))}
        >
          <DeptsTreeSelect />
        </Field>
      )}
      <Field of={ApiKeyDraft} name="ipAllow" extra="每行一个地址或网段，如 203.0.113.8 或 10.0.0.0/8；不填则不限">
        <LinesInput />
      </Field>
      <Field of={ApiKeyDraft} name="rateLimit" />
      <Field of={ApiKeyDraft} name="expiresAt" rules={[{ required: true, message: '请选择到期时间' }]}>
        <WireTimePicker />
      </Field>
      <Field of={ApiKeyDraft} name="status" />
    </>
  )
}

type ScopeSelectProps = { id?: string; value?: string[]; onChange?: (scopes: string[]) => void }

/** The names of the permissions that the signed-in user may choose. */
export function useScopeNames(): ReadonlyMap<string, string> {
  const mayChoose = useCan(apiKey.scopes)
  const { data = [] } = useQuery({ ...read(apiKey.scopes, { silent: true }), enabled: mayChoose })
  return new Map(data.flatMap((group) => group.scopes.map((scope) => [scope.permission, nameOf(group, scope)])))
}

function nameOf({ title }: ScopeGroup, { label }: ScopeGroup['scopes'][number]): string {
  return `${title.split(' / ').at(-1)}：${label}`
}

/**
 * Permissions by the pages of the menu: those that the user holds and that keys may hold. The search is enabled once
 * they have loaded: the library collapses the matches in a tree that arrives later.
 */
function ScopeSelect(props: ScopeSelectProps) {
  const { data = [], isPending, isError } = useQuery(read(apiKey.scopes, { silent: true }))
  return (
    <TreeSelect<string[]>
      {...props}
      treeCheckable
      allowClear
      showSearch={!isPending && { treeNodeFilterProp: 'title' }}
      maxTagCount={12}
      placeholder="请选择"
      loading={isPending}
      notFoundContent={isError ? '加载失败' : undefined}
      treeData={data.map((group) => ({
        value: group.title,
        title: group.title,
        children: group.scopes.map((scope) => ({ value: scope.permission, title: nameOf(group, scope) })),
      }))}
    />
  )
}

type LinesInputProps = { id?: string; value?: readonly string[]; onChange?: (lines: string[]) => void }

function LinesInput({ value = [], onChange, ...props }: LinesInputProps) {
  return (
    <Input.TextArea
      {...props}
      autoSize={{ minRows: 2, maxRows: 6 }}
      value={value.join('\n')}
      onChange={({ target }) => onChange?.(target.value ? target.value.split('\n') : [])}
    />
  )
}
