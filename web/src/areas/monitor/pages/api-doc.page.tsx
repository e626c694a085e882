import { useQuery } from '@tanstack/react-query'
import { apiDoc } from '@zhanggui/contract/monitor/api-doc.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { Alert, Card, Collapse, Input, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { CallError } from '../../../api/call-error.ts'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { write } from '../../../api/write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import styles from '../../../kit/watching.module.css'

type Parameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: { type?: string }
}
type Content = {
  'application/json'?: { example?: unknown; schema?: unknown }
  'multipart/form-data'?: { schema: { properties: Record<string, { title?: string }> } }
}
type Operation = {
  operationId: string
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Entry = Operation & { method: string; path: string }

const colours: Readonly<Record<string, string>> = { get: 'green', post: 'blue', put: 'orange', delete: 'red' }

export default function ApiDocPage() {
  const { data, error, refetch } = useQuery(read(apiDoc.openapi))
  const [params, setParams] = useSearchParams()
  const words = params.get('q') ?? ''
  const open = useWrite(ticket.make, {
    onSuccess: ({ ticket: pass }) => window.open(`/doc.html?ticket=${encodeURIComponent(pass)}`, '_blank', 'noopener'),
  })
  if (!data)
    return <Card size="small">{error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active />}</Card>
  const all = entriesOf(data.paths as Record<string, Record<string, Operation>>)
  const found = all.filter(({ path, summary, operationId }) =>
    [path, summary, operationId].some((text) => text.toLowerCase().includes(words.trim().toLowerCase())),
  )
  // A link to a single call opens it.
  const linked = all.find(({ operationId }) => operationId === words)?.operationId
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader />
      <Card
        size="small"
        title={found.length < all.length ? `找到 ${found.length} 个，共 ${all.length} 个` : `${all.length} 个接口`}
        extra={
          <WriteButton of={open} onClick={() => open.mutate({ body: { purpose: 'doc' } })}>
            独立页面
          </WriteButton>
        }
      >
        <Input
          allowClear
          placeholder="按路径或名称查找"
          value={words}
          onChange={({ target }) => setParams(target.value ? { q: target.value } : {}, { replace: true })}
        />
        <Collapse
          key={linked}
          defaultActiveKey={linked}
          accordion
          destroyOnHidden
          style={{ marginTop: 12 }}
          items={found.map((entry) => ({
            key: entry.operationId,
            label: (
              <span className={styles.call}>
                <Tag color={colours[entry.method]} className={styles.method}>
                  {entry.method.toUpperCase()}
                </Tag>
                <code>{entry.path}</code> {entry.summary}
              </span>
            ),
            children: <OperationDetail entry={entry} />,
          }))}
        />
      </Card>
    </div>
  )
}

function OperationDetail({ entry }: { entry: Entry }) {
  const { description, parameters, requestBody, responses } = entry
  const body = requestBody?.content['application/json']?.example
  const form = requestBody?.content['multipart/form-data']
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return (
    <div className={styles.page}>
      <Facts
        items={[
          { label: '权限', value: description },
          ...parameters.map(({ name, in: place, required, description: text = '', schema }) => ({
            label: name,
            value: [place === 'path' ? '路径' : '查询', schema.type, required && '必填', text]
              .filter(Boolean)
              .join('，'),
          })),
          ...Object.entries(form?.schema.properties ?? {}).map(([name, { title }]) => ({
            label: name,
            value: `表单，${title ?? name}`,
          })),
          {
            label: '错误',
            value: refusals.map(([status, { description: text }]) => `${status} ${text}`).join('；'),
          },
        ]}
      />
      <div className={styles.hint}>应答示例</div>
      <pre className={styles.code}>{show(responses['200']?.content?.['application/json']?.example)}</pre>
      {form && body === undefined ? (
        <Alert type="info" title="此接口上传文件，请在对应的页面操作" showIcon />
      ) : (
        <TryIt entry={entry} body={body} />
      )}
    </div>
  )
}

/** 试一试: makes a call with the user's own token and shows the response. */
function TryIt({ entry, body }: { entry: Entry; body: unknown }) {
  const [values, setValues] = useState<Record<string, string>>({})
  const [text, setText] = useState(show(body))
  const [answer, setAnswer] = useState<{ ok: boolean; text: string }>()
  const [busy, setBusy] = useState(false)

  async function handleTry() {
    if (entry.method !== 'get' && !(await confirm({ content: '调用此接口？它会修改数据。', okText: '调用' }))) return
    setBusy(true)
    try {
      const pick = (place: 'path' | 'query') =>
        Object.fromEntries(
          entry.parameters.flatMap(({ name, in: where }) =>
            where === place && values[name] ? [[name, values[name]]] : [],
          ),
        )
      const input = {
        params: pick('path'),
        query: pick('query'),
        ...(body !== undefined && { body: JSON.parse(text) }),
      }
      setAnswer({ ok: true, text: show(await write(routeOf(entry), input as never)) })
    } catch (error) {
      setAnswer({ ok: false, text: notifyFailure(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card size="small" title="试一试">
      <div className={styles.page}>
        {entry.parameters.map(({ name, required }) => (
          <Input
            key={name}
            addonBefore={required ? `${name} *` : name}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ))}
        {body !== undefined && (
          <Input.TextArea
            aria-label="请求内容"
            autoSize={{ minRows: 3, maxRows: 14 }}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <div>
          <WriteButton type="primary" of={{ isPending: busy, route: routeOf(entry) }} onClick={handleTry}>
            调用
          </WriteButton>
        </div>
        {answer && (
          <>
            <Alert type={answer.ok ? 'success' : 'error'} title={answer.ok ? '成功' : '失败'} showIcon />
            <pre className={styles.code}>{answer.text}</pre>
          </>
        )}
      </div>
    </Card>
  )
}

function notifyFailure(error: unknown): string {
  if (error instanceof CallError) return show(error.body ?? error.message)
  return error instanceof SyntaxError ? '请求内容不是有效的 JSON，请检查引号和逗号' : String(error)
}

function routeOf({ method, path, operationId, summary }: Entry): Route {
  return {
    method: method.toUpperCase() as Route['method'],
    path: path.replace(/\{(\w+)\}/g, ':$1') as Route['path'],
    name: operationId,
    object: operationId.split('.')[0] ?? '',
    summary,
    permission: 'auth',
    response: t.Json(),
  }
}

function entriesOf(paths: Record<string, Record<string, Operation>>): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )
}

function show(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? ''
}
