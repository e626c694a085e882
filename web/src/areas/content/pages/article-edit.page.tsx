import { article } from '@zhanggui/contract/content/article.ts'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { ArticleForm } from '../components/article-form.tsx'

/** 添加 and 编辑 of an article. */
export default function ArticleEditPage() {
  const id = Number(useParams().id)
  return id ? <Edit id={id} /> : <New />
}

function New() {
  usePageName('添加文章', '添加文章')
  return <ArticleForm onReload={() => undefined} />
}

function Edit({ id }: { id: number }) {
  const [drawn, setDrawn] = useState(0)
  const { data, error, reload } = useReadOnce(read(article.info, { query: { id }, silent: true }))
  usePageName(data && `编辑文章 · ${data.title}`, data && '编辑文章')
  async function handleReload() {
    await reload()
    setDrawn(drawn + 1)
  }
  if (data) return <ArticleForm key={drawn} of={data} onReload={handleReload} />
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 8 }} />
}
