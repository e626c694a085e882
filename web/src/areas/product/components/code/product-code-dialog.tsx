import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { Flex, Radio, Spin } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { type Printed, ProductPoster } from './product-poster.tsx'

type Kind = 'h5' | 'mp' | 'poster'

/** 商品码: the code that buyers scan to open the product, alone or on a poster. */
export function ProductCodeDialog({ row, onClose }: { row: Printed; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('h5')
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const { data, error, isFetching, refetch } = useQuery(
    read(product.qrcode, { params: { id: row.id }, query: { kind: kind === 'mp' ? 'mp' : 'h5' }, silent: true }),
  )
  return (
    <Dialog title={`商品码：${row.storeName}`} width={400} footer={null} onCancel={onClose}>
      <Flex vertical align="center" gap={16}>
        <Radio.Group
          optionType="button"
          value={kind}
          onChange={({ target }) => setKind(target.value)}
          options={[
            { value: 'h5', label: 'H5 二维码' },
            { value: 'mp', label: '小程序码' },
            { value: 'poster', label: '海报' },
          ]}
        />
        {error ? (
          <FailedBlock error={error} onRetry={refetch} />
        ) : !data || isFetching ? (
          <Spin style={{ padding: 110 }} />
        ) : kind === 'poster' ? (
          <ProductPoster row={row} code={data.url} />
        ) : (
          <img src={mediaUrl(data.url, mediaDomain)} alt="商品码" width={240} height={240} />
        )}
      </Flex>
    </Dialog>
  )
}
