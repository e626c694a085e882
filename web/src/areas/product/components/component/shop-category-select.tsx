import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { Button, Cascader, Space } from 'antd'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { read } from '../../../../api/read.ts'
import { showSuccess } from '../../../../kit/feedback/feedback.ts'
import { findLeaf } from '../../model/component-form.ts'

export const shopCategories = read(componentProduct.listCategories, { query: {}, silent: true })

/** Selects a WeChat category in a searchable panel of three levels. */
export function ShopCategorySelect(props: {
  id?: string
  value?: number
  onChange?: (id: number | undefined) => void
}) {
  const { id, value, onChange } = props
  const client = useQueryClient()
  const { data = [], error, isFetching } = useQuery(shopCategories)
  const [fetching, setFetching] = useState(false)

  async function handleRefresh() {
    setFetching(true)
    try {
      const tree = await call(componentProduct.listCategories, { query: { refresh: true } })
      client.setQueryData(shopCategories.queryKey, tree)
      showSuccess('类目已更新')
    } catch (failure) {
      if (failure instanceof CallError) reactToError(failure)
      else throw failure
    } finally {
      setFetching(false)
    }
  }

  return (
    <Space.Compact block>
      <Cascader
        id={id}
        style={{ width: '100%' }}
        options={data}
        value={findLeaf(data, value)?.path}
        onChange={(path) => onChange?.(path?.[2])}
        loading={isFetching}
        placeholder="请选择微信商品类目"
        showSearch={{
          filter: (typed, path) => path.some(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase())),
        }}
        notFoundContent={error ? '类目获取失败，请点右侧按钮重新获取' : '暂无类目'}
      />
      <Button
        icon={<ReloadOutlined aria-hidden />}
        aria-label="重新获取类目"
        title="重新获取类目"
        loading={fetching}
        onClick={handleRefresh}
      />
    </Space.Compact>
  )
}
