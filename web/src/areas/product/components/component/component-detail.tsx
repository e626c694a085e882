import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import {
  type ComponentDraftInfo,
  type ComponentProductInfo,
  componentProduct,
} from '@zhanggui/contract/product/component-product.ts'
import { editStatusLabels, formatComponentStatus, NO_BRAND } from '@zhanggui/domain/product/component-product.ts'
import { Button, Flex, Skeleton } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { Facts, Lines, Note } from '../../../../kit/detail/parts.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useReadOnce } from '../../../../kit/page/read-once.ts'
import { ProductLink } from '../../../../kit/product/product-link.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { RichHtml } from '../../../../kit/text/rich-html.tsx'
import { When } from '../../../../kit/text/when.tsx'

type Props = {
  /** The product's id if `live`, otherwise the draft's. */
  id: number
  live: boolean
  /** In a panel beside the list, without the way back to it. */
  beside?: boolean
}

/** A product of the WeChat shop for reading: as submitted, or as it is sold. */
export function ComponentDetail({ live, ...props }: Props) {
  return live ? <Live {...props} /> : <Draft {...props} />
}

type OneProps = Omit<Props, 'live'>

function Draft({ id, beside }: OneProps) {
  const { data, error, reload } = useReadOnce(read(componentProduct.getDraft, { params: { id }, silent: beside }))
  if (error) return <FailedBlock error={error} onRetry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  return (
    <Parts
      of={data}
      state={`微信审核：${editStatusLabels[data.editStatus]}`}
      trouble={data.auditReason || data.syncError}
      editId={data.id}
      skus={data.attrValue}
      beside={beside}
    />
  )
}

function Live({ id, beside }: OneProps) {
  const { data, error, reload } = useReadOnce(read(componentProduct.get, { params: { id }, silent: beside }))
  if (error) return <FailedBlock error={error} onRetry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  const skus = data.skuList
    .filter(({ isDel }) => !isDel)
    .map((sku) => ({ ...sku, image: sku.thumbImg, price: sku.salePrice, otPrice: sku.marketPrice }))
  return (
    <Parts
      of={data}
      state={formatComponentStatus(data.status)}
      trouble={data.statusReason}
      editId={data.draftId}
      skus={skus}
      beside={beside}
    />
  )
}

type ShownSku = { id: number; suk: string; image: string; price: number; otPrice: number; stock: number }

type PartsProps = {
  of: ComponentDraftInfo | ComponentProductInfo
  state: string
  /** Why WeChat refused it. */
  trouble: string
  /** The draft that 编辑 opens. */
  editId: number
  skus: readonly ShownSku[]
  beside: boolean | undefined
}

function Parts({ of: info, state, trouble, editId, skus, beside }: PartsProps) {
  const navigate = useNavigate()
  const mayEdit = useCan(componentProduct.update)
  const { title, headImg, qualificationPics, descImgs, descInfo, unitName } = info
  return (
    <DetailPage
      {...(!beside && {
        back: {
          to: 'draftId' in info ? '/product/component/list' : '/product/component/draft',
          title: 'draftId' in info ? '小店商品' : '小店草稿',
        },
      })}
      head={{
        picture: <Picture src={headImg[0] ?? ''} alt={`「${title}」的图片`} size={56} />,
        title,
        below: (
          <>
            <span>{state}</span>
            <span>ID {info.id}</span>
            <span>{info.thirdCatName}</span>
            <span>
              <When at={info.createTime} /> 添加
            </span>
          </>
        ),
        acts: mayEdit && (
          <Button
            type="primary"
            icon={<EditOutlined aria-hidden />}
            onClick={() => navigate(`/product/component/edit/${editId}`)}
          >
            编辑
          </Button>
        ),
      }}
      notes={trouble && <Note tone="alert">{trouble}</Note>}
      side={
        <Section title="资料">
          <Facts
            items={[
              { label: '主商品', value: <ProductLink id={info.primaryProductId} name={title} /> },
              { label: '视频号商品ID', value: info.componentProductId },
              { label: '单位', value: unitName },
              { label: '微信品牌', value: info.brandId === NO_BRAND ? '无品牌' : info.brandId },
              { label: '获得积分', value: info.giveIntegral || '' },
              { label: '虚拟销量', value: info.ficti || '' },
              { label: '销量', value: info.sales },
              { label: '修改时间', value: <When at={info.updateTime} /> },
            ]}
          />
        </Section>
      }
    >
      <Section title="规格" count={`${skus.length} 个规格`} flush>
        <Lines
          rows={skus}
          columns={[
            { title: '图片', width: 64, render: ({ image, suk }) => <Picture src={image} alt={suk} thumb /> },
            { title: '规格', ellipsis: true, render: ({ suk }) => suk },
            { title: '商品价', width: 110, align: 'right', render: ({ price }) => <strong>{moneyText(price)}</strong> },
            {
              title: '原价',
              width: 110,
              align: 'right',
              render: ({ otPrice }) => (otPrice > 0 ? moneyText(otPrice) : '—'),
            },
            {
              title: '库存',
              width: 90,
              align: 'right',
              sum: skus.reduce((total, { stock }) => total + stock, 0),
              render: ({ stock }) => stock,
            },
          ]}
        />
      </Section>
      <Section title="图片" count={`轮播 ${headImg.length} 张`}>
        <Pictures of={headImg} name="轮播图" />
      </Section>
      {qualificationPics.length > 0 && (
        <Section title="商品资质" count={`${qualificationPics.length} 张`}>
          <Pictures of={qualificationPics} name="资质图" />
        </Section>
      )}
      <Section title="详情">
        <Flex vertical gap={12}>
          <Html html={descInfo} />
          <Pictures of={descImgs} name="详情图" />
        </Flex>
      </Section>
    </DetailPage>
  )
}

function Pictures({ of: pictures, name }: { of: readonly string[]; name: string }) {
  return (
    <Flex gap={8} wrap>
      {pictures.map((src, index) => (
        <Picture key={src} src={src} alt={`${name} ${index + 1}`} size={92} />
      ))}
    </Flex>
  )
}

function Html({ html }: { html: string }) {
  const [unfolded, setUnfolded] = useState(false)
  if (!html) return <span>没有图文详情</span>
  return (
    <>
      <Button type="link" style={{ alignSelf: 'flex-start', padding: 0 }} onClick={() => setUnfolded(!unfolded)}>
        {unfolded ? '收起图文详情' : '展开图文详情'}
      </Button>
      {unfolded && <RichHtml html={html} />}
    </>
  )
}
