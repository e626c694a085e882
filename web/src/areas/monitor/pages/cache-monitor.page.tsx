import { useQuery } from '@tanstack/react-query'
import { type CacheEntry, type CacheState, cache } from '@zhanggui/contract/monitor/monitor.ts'
import { Button, Card, Input, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can } from '../../../kit/access/can.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
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
  'product-count-short': '商品计数（短时）',
  keyRights: '密钥权限',
}

export default function CacheMonitorPage() {
  const phone = useIsPhone()
  const { data, error, refetch, isFetching } = useQuery(read(cache.list))
  const [shown, setShown] = useState<string>()
  const clearAll = useWrite(cache.clearAll, { message: '已清空' })
  const clear = useWrite(cache.clear, { message: '已清空' })
  async function handleClearAll() {
    if (await confirm({ content: '清空全部缓存？', okText: '清空' })) clearAll.mutate({})
  }
  async function handleClear(name: string) {
    if (await confirm({ content: `清空缓存「${labels[name] ?? name}」？`, okText: '清空' }))
      clear.mutate({ params: { name } })
  }
  if (!data)
    return <Card size="small">{error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active />}</Card>
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader />
      <Card
        size="small"
        title={`${data.length} 个缓存`}
        extra={
          <div className={styles.tools}>
            <Button loading={isFetching} onClick={() => refetch()}>
              刷新
            </Button>
            <Can do={cache.clearAll}>
              <Button danger onClick={handleClearAll}>
                清空全部
              </Button>
            </Can>
          </div>
        }
      >
        <p className={styles.hint}>数字为当前连接的进程；清空会在所有进程同时生效。</p>
        <Table<CacheState>
          size="small"
          rowKey="name"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={data}
          columns={[
            { title: '缓存', render: (_, { name }) => labels[name] ?? name },
            { title: '名称', dataIndex: 'name', hidden: phone, render: (name: string) => <code>{name}</code> },
            { title: '数量', dataIndex: 'count', align: 'right' },
            { title: '命中', dataIndex: 'hits', align: 'right', hidden: phone },
            { title: '未命中', dataIndex: 'misses', align: 'right', hidden: phone },
            { title: '命中率', align: 'right', render: (_, { hitRate }) => formatShare(hitRate) },
            { title: '大小', align: 'right', hidden: phone, render: (_, { bytes }) => formatBytes(bytes) },
            { title: '有效期', align: 'right', hidden: phone, render: (_, { ttl }) => formatSeconds(ttl) },
            {
              title: '操作',
              width: 1,
              render: (_, { name }) => (
                <div className={styles.actions}>
                  <Button type="link" size="small" onClick={() => setShown(name)}>
                    查看
                  </Button>
                  <Can do={cache.clear}>
                    <Button type="link" size="small" danger onClick={() => handleClear(name)}>
                      清空
                    </Button>
                  </Can>
                </div>
              ),
            },
          ]}
        />
        {shown && <CacheDialog name={shown} onClose={() => setShown(undefined)} />}
      </Card>
    </div>
  )
}

function CacheDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [key, setKey] = useState('')
  const { data, error, refetch } = useQuery(read(cache.entries, { params: { name }, query: { key: key || undefined } }))
  const remove = useWrite(cache.remove, { message: '已删除' })
  return (
    <Dialog title={`缓存「${labels[name] ?? name}」`} width={860} footer={null} onCancel={onClose}>
      <Input.Search allowClear placeholder="按键查找" onSearch={setKey} style={{ marginBottom: 12 }} />
      {error && <FailedBlock error={error} onRetry={refetch} />}
      {data?.hidden && <p className={styles.hint}>此缓存含密钥，不显示内容。</p>}
      {data && (
        <Table<CacheEntry>
          size="small"
          rowKey="key"
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
          dataSource={data.list as CacheEntry[]}
          expandable={{
            expandedRowRender: ({ value }) => <JsonFields value={value} />,
            rowExpandable: () => !data.hidden,
          }}
          columns={[
            { title: `键（共 ${data.total} 个）`, dataIndex: 'key', render: (text: string) => <code>{text}</code> },
            {
              title: '操作',
              width: 1,
              render: (_, entry) => (
                <Can do={cache.remove}>
                  <Button
                    type="link"
                    size="small"
                    danger
                    onClick={() => remove.mutate({ params: { name, key: entry.key } })}
                  >
                    删除
                  </Button>
                </Can>
              ),
            },
          ]}
        />
      )}
    </Dialog>
  )
}
