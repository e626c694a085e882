import { type ApiKey, apiKey } from '@zhanggui/contract/staff/api-key.ts'
import { Tag } from 'antd'
import { Facts } from '../../../kit/detail/parts.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { ApiKeyDialog, useScopeNames } from '../components/api-key/api-key-dialog.tsx'

/** API密钥: the keys by which other programs call the shop (docs/access.md, API keys). */
export default function ApiKeyListPage() {
  return (
    <ListPage
      list={useList(apiKey.list)}
      filters={['blurry', 'status', 'createTime']}
      columns={[
        { name: 'name', title: '名称', minWidth: 140 },
        { name: 'prefix', title: '密钥', width: 140, render: ({ prefix }) => <code>{prefix}…</code> },
        { name: 'scopes', title: '权限', width: 90, render: ({ scopes }) => `${scopes.length} 项` },
        { name: 'dataScope', title: '数据范围', width: 100 },
        { name: 'expiresAt', title: '到期时间', width: 150, render: (row) => <Expiry of={row} /> },
        {
          name: 'lastUsedTime',
          title: '最近使用',
          width: 118,
          render: ({ lastUsedTime, lastIp }) =>
            lastUsedTime ? <TwoLine top={<When at={lastUsedTime} />} below={lastIp} /> : '从未使用',
        },
        {
          name: 'status',
          title: '状态',
          width: 100,
          render: (row) => (
            <StatusSwitch
              name={`密钥「${row.name}」`}
              checked={row.status}
              route={apiKey.update}
              body={(status) => ({ ...row, status })}
            />
          ),
        },
        {
          name: 'owner',
          title: '创建人',
          width: 130,
          render: ({ owner, ownerActive }) => (
            <>
              {owner.name} {!ownerActive && <Tag color="error">已停用</Tag>}
            </>
          ),
        },
        { name: 'createTime', title: '创建时间', width: 180, hidden: true },
      ]}
      expanded={(row) => <KeyDetail of={row} />}
      purpose="让仓库、收银等别的系统替你读写数据"
      add={apiKey.save}
      edit={apiKey.update}
      remove={apiKey.remove}
      removeText="使用此密钥的程序将立即无法调用。"
      dialog={(row, close) => <ApiKeyDialog row={row} onClose={close} />}
    />
  )
}

function Expiry({ of: { expiresAt, expired } }: { of: ApiKey }) {
  return (
    <>
      {expiresAt ? <When at={expiresAt} /> : '长期'} {expired && <Tag color="error">已过期</Tag>}
    </>
  )
}

function KeyDetail({ of: { scopes, ipAllow, rateLimit } }: { of: ApiKey }) {
  const names = useScopeNames()
  return (
    <Facts
      items={[
        {
          label: '权限',
          value: (
            <span style={{ overflowWrap: 'anywhere' }}>
              {scopes.map((permission) => names.get(permission) ?? permission).join('、')}
            </span>
          ),
        },
        { label: 'IP白名单', value: ipAllow.join('、') || '不限' },
        { label: '每分钟调用上限', value: `${rateLimit} 次` },
      ]}
    />
  )
}
