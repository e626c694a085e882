import { namesOf, pick } from '@zhanggui/domain/fields.ts'
import { recommendFlags } from '@zhanggui/domain/product/product.ts'
import { copyPlatforms } from '@zhanggui/domain/product/product-copy.ts'
import { copiedFields, productFields } from '@zhanggui/domain/product/product-fields.ts'
import { answerOf, draftOf } from '../fields.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { AttrDraft, ProductDraft, SkuDraft } from './product.ts'

const { image, sliderImage, videoLink, specType, content } = ProductDraft.properties
const plain = draftOf(copiedFields)

/** The fields of a product that can be copied, as JSON. */
export const CopySource = t.Object({
  image: t.Optional(image),
  sliderImage: t.Optional(sliderImage),
  videoLink,
  ...plain,
  unitName: t.Optional(plain.unitName),
  specType,
  attr: t.Optional(t.Array(AttrDraft, { title: '商品规格', maxItems: 50 })),
  attrValue: t.Array(SkuDraft, { title: '规格', minItems: 1, maxItems: 600, ask: '请填写规格' }),
  content,
})
export type CopySource = t.Static<typeof CopySource>

/** A product to fill the form with; it is not stored. */
export const CopyDraft = t.Object({
  image: t.String({ maxLength: 512 }),
  sliderImage: t.Array(t.String({ maxLength: 512 })),
  videoLink: t.String({ maxLength: 512 }),
  ...answerOf(copiedFields),
  specType: t.Boolean(),
  isSub: t.Boolean(),
  attr: t.Array(t.Object({ attrName: t.String(), attrValues: t.Array(t.String()) })),
  attrValue: t.Array(SkuDraft),
  content: t.String({ maxLength: 2_000_000 }),
  tempId: t.Integer({ maximum: Number.MAX_SAFE_INTEGER, description: '0 表示还没有运费模板' }),
  ...answerOf(pick(productFields, namesOf(recommendFlags))),
  warnings: t.Array(t.String({ maxLength: 500 })),
})
export type CopyDraft = t.Static<typeof CopyDraft>

const link = t.String({ title: '链接地址', minLength: 1, maxLength: 2000, ask: '请输入链接地址！' })
const pictures = t.Optional(t.Boolean({ title: '图片转存本地', description: '默认是' }))
const base = '/admin/store/product'

/** 商品采集 (docs/catalogue.md, Import and copying): a product of another shop fills the form. */
export const productCopy = routes('product-copy', {
  config: {
    method: 'POST',
    path: `${base}/copy/config`,
    permission: 'admin:product:copy:config',
    summary: '商品采集配置',
    response: t.Object({
      copyType: t.OneOfNumbers([1, 2], { description: '1 调用 copy/product；2 调用 importProduct' }),
      copyNum: t.Nullable(t.Integer()),
      provider: t.String(),
      platforms: t.Array(t.Object({ code: t.Integer(), name: t.String() })),
    }),
  },
  copy: {
    method: 'POST',
    path: `${base}/copy/product`,
    permission: 'admin:product:copy:product',
    errors: [502],
    summary: '采集商品',
    body: t.Object({ url: link, pictures }),
    response: CopyDraft,
  },
  import: {
    method: 'POST',
    path: `${base}/importProduct`,
    permission: 'admin:product:import:product',
    errors: [502],
    summary: '按链接导入商品',
    body: t.Object({
      url: link,
      form: t.Optional(
        t.OneOfNumbers(
          copyPlatforms.map(({ code }) => code),
          { title: '平台' },
        ),
      ),
      pictures,
    }),
    response: CopyDraft,
  },
  parse: {
    method: 'POST',
    path: `${base}/copy/parse`,
    permission: 'admin:product:copy:product',
    errors: [502],
    summary: '从文件或粘贴的内容采集商品',
    files: { kinds: ['sheet', 'source'], max: 1, orAddress: true },
    body: t.Object({
      text: t.Optional(
        t.String({
          title: '粘贴的内容',
          maxLength: 2_000_000,
          example: '{"storeName":"纯棉毛巾","attrValue":[{"price":19.9}]}',
        }),
      ),
      pictures,
    }),
    bodyLimit: 5 * 1024 * 1024,
    response: t.Object({ drafts: t.Array(CopyDraft) }),
  },
})
