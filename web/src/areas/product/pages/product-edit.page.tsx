import { product } from '@zhanggui/contract/product.ts'
import { Skeleton } from 'antd'
import { useContext, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { FailedBlock } from '../../../kit/block-state.tsx'
import { useReadOnce } from '../../../kit/read-once.ts'
import { renameTab } from '../../../shell/model/tabs.ts'
import { useTabs } from '../../../shell/tabs.ts'
import { ViewContext } from '../../../shell/view.ts'
import { ProductForm } from '../components/product-form.tsx'

/** 商品添加, 编辑 and 详情: one page; `?view=1` shows and changes nothing. */
export default function ProductEditPage() {
  const id = Number(useParams().id) || undefined
  const [search] = useSearchParams()
  const readOnly = id !== undefined && search.get('view') === '1'
  const [drawn, setDrawn] = useState(0)
  useOwnTitle(id === undefined ? undefined : `${readOnly ? '商品详情' : '编辑商品'}-${id}`)
  const { data, error, reload } = useReadOnce(read(product.info, { params: { id: id ?? 0 } }), {
    enabled: id !== undefined,
  })

  if (id === undefined) return <ProductForm readOnly={false} onReload={() => undefined} />
  if (data)
    return (
      <ProductForm
        key={drawn}
        info={data}
        readOnly={readOnly}
        onReload={async () => {
          await reload()
          setDrawn(drawn + 1)
        }}
      />
    )
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 10 }} />
}

/** The tab is named after what is done here, which the menu cannot know. */
function useOwnTitle(title: string | undefined) {
  const { path } = useContext(ViewContext)
  useEffect(() => {
    if (title) useTabs.setState((tabs) => renameTab(tabs, path, title))
  }, [path, title])
}
