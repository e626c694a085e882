import { useQuery } from '@tanstack/react-query'
import { type CacheState, cache } from '@zhanggui/contract/monitor/monitor.ts'
import { Button, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { type LineColumn, Lines } from '../../../kit/detail/parts.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { JsonFields } from '../../../kit/text/json-fields.tsx'
import styles from '../../../kit/watching.module.css'
import { formatBytes, formatSeconds, formatShare } from '../components/sizes.ts'

const labels: Readonly<Record<string, string>> = {
  settings: '系统设置',
  dict: '字典',
  'menu-build': '用户菜单',
  perm: '用户权限',
  city: '城市数据',
  category: '商品分类',
  files: '文件',
  'menu-badges': '菜单角标',
  'category-products': '分类商品数',
  'product-count': '商品计数',
  'order-count': '订单计数',
  'order-tabs': '订单标签页计数',
  'order-kept': '订单状态计数',
  'order-sums': '订单金额汇总',
  'order-pickups': '核销订单计数',
  'view-count': '视图计数',
  keyRights: '密钥权限',
}

const SHORT = '-short'
/** Some are kept twice, the second time for moments. */
function nameOf(name: string): string {
  return name.endsWith(SHORT) ? `${nameOf(name.slice(0, -SHORT.length))}（短时）` : (labels[name] ?? name)
}

export default function CacheMonitorPage() {
  const { data, error, refetch, isFetching } = useQuery(read(cache.list))
  const [shown, setShown] = useState<string>()
  const clearAll = useWrite(cache.clearAll, { message: '已清空' })
  const clear = useWrite(cache.clear, { message: '已清空' })
  async function handleClearAll() {
    if (await confirm({ content: '清空全部缓存？', okText: '清空' })) clearAll.mutate({})
  }
  async function handleClear(name: string) {
    if (await confirm({ content: `清空缓存「${nameOf(name)}」？`, okText: '清空' })) clear.mutate({ params: { name } })
  }
  const columns: LineColumn<CacheState>[] = [
    { title: '缓存', width: 160, render: ({ name }) => nameOf(name) },
    { title: '名称', render: ({ name }) => <code>{name}</code> },
    { title: '数量', width: 90, align: 'right', render: ({ count }) => count },
    { title: '命中', width: 110, align: 'right', render: ({ hits }) => hits },
    { title: '未命中', width: 110, align: 'right', render: ({ misses }) => misses },
    { title: '命中率', width: 90, align: 'right', render: ({ hitRate }) => formatShare(hitRate) },
    { title: '大小', width: 100, align: 'right', render: ({ bytes }) => formatBytes(bytes) },
    { title: '有效期', width: 100, align: 'right', render: ({ ttl }) => formatSeconds(ttl) },
    {
      title: '操作',
      width: 120,
      align: 'right',
      acts: true,
      render: ({ name }) => (
        <div className={styles.actions}>
          <RowAction reads onClick={() => setShown(name)}>
            查看
          </RowAction>
          <Can do={cache.clear}>
            <RowAction danger onClick={() => handleClear(name)}>
              清空
            </RowAction>
          </Can>
        </div>
      ),
    },
  ]
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader
        summary="数字为当前连接的进程；清空会在所有进程同时生效。"
        acts={
          <>
            <Button loading={isFetching} onClick={() => refetch()}>
              刷新
            </Button>
            <Can do={cache.clearAll}>
              <Button danger onClick={handleClearAll}>
                清空全部
              </Button>
            </Can>
          </>
        }
      />
      <Section title="缓存" count={data && `${data.length} 个`} flush>
        {data ? (
          <Lines rows={data.map((one) => ({ ...one, id: one.name }))} columns={columns} />
        ) : error ? (
          <FailedBlock error={error} onRetry={refetch} />
        ) : (
          <Skeleton active style={{ padding: 16 }} />
        )}
      </Section>
      {shown && <CacheDialog name={shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}

function CacheDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [key, setKey] = useState('')
  const { data, error, refetch } = useQuery(read(cache.entries, { params: { name }, query: { key: key || undefined } }))
  const remove = useWrite(cache.remove, { message: '已删除' })
  const mayRemove = useCan(cache.remove)
  return (
    <Dialog title={`缓存「${nameOf(name)}」`} width={860} footer={null} onCancel={onClose}>
      <Input.Search allowClear placeholder="按键查找" onSearch={setKey} style={{ marginBottom: 12 }} />
      {error && <FailedBlock error={error} onRetry={refetch} />}
      {data?.hidden && <p className={styles.hint}>此缓存含密钥，不显示内容。</p>}
      {data && (
        <Lines
          pageSize={10}
          rows={data.list.map((entry) => ({ ...entry, id: entry.key }))}
          expanded={data.hidden ? undefined : ({ value }) => <JsonFields value={value} />}
          columns={[
            { title: `键（共 ${data.total} 个）`, render: (entry) => <code>{entry.key}</code> },
            {
              title: '操作',
              width: 80,
              align: 'right',
              acts: true,
              render: (entry) =>
                mayRemove && (
                  <RowAction danger onClick={() => remove.mutate({ params: { name, key: entry.key } })}>
                    删除
                  </RowAction>
                ),
            },
          ]}
        />
      )}
    </Dialog>
  )
}
