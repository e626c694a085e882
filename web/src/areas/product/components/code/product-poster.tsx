import { useQuery } from '@tanstack/react-query'
import type { ProductRow } from '@zhanggui/contract/product/product.ts'
import { Alert, Button, Flex, Spin } from 'antd'
import { useMemo } from 'react'
import { useSite } from '../../../../api/site.ts'
import { downloadFile } from '../../../../kit/download.ts'
import { showError } from '../../../../kit/feedback/feedback.ts'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { drawPoster } from './draw-poster.ts'

export type Printed = Pick<ProductRow, 'id' | 'image' | 'storeName' | 'price' | 'priceMax' | 'otPrice'>

/**
 * 海报: a picture of the product to send or print, with a preview and a download.
 * @param code address of the code that buyers scan
 */
export function ProductPoster({ row, code }: { row: Printed; code: string }) {
  const { storeName: name, price, priceMax, otPrice, image } = row
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const shop = useSite()?.siteName ?? ''
  const words = { name, price, priceMax, otPrice, shop }
  const cover = mediaUrl(image, mediaDomain)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['poster', words, cover, code],
    queryFn: () => drawPoster(words, cover, code),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const preview = useMemo(() => data?.canvas.toDataURL('image/png'), [data])

  function save() {
    data?.canvas.toBlob((picture) => {
      if (picture) downloadFile(picture, `商品海报-${row.id}`, 'png')
      else showError('海报保存失败，请重试')
    }, 'image/png')
  }

  if (isFetching) return <Spin style={{ padding: 110 }} />
  if (error || !data) return <FailedBlock error={error} onRetry={refetch} />
  return (
    <>
      {data.withoutCover && (
        <Alert
          type="warning"
          showIcon
          title="商品封面图无法读取，已用占位图代替"
          description="图片在其他域名或云存储时，需在那里设置允许跨域访问。"
        />
      )}
      <img
        src={preview}
        alt="商品海报"
        style={{ width: 'min(100%, 280px)', border: '1px solid var(--ant-color-border)' }}
      />
      <Flex gap={8}>
        {data.withoutCover && <Button onClick={() => refetch()}>重新生成</Button>}
        <Button type="primary" onClick={save}>
          保存图片
        </Button>
      </Flex>
    </>
  )
}
