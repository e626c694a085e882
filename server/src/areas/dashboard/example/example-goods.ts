import type { ProductDraft } from '@zhanggui/contract/product/product.ts'
import type { Colour, Glyph } from '../../product/demo/product-pictures.demo.ts'

/** The pictures of an example product, drawn. */
type Drawing = { glyph: Glyph; colours: readonly [Colour, Colour] }
type Example = { drawing: Drawing; draft: Omit<ProductDraft, 'image' | 'sliderImage' | 'cateIds' | 'tempId'> }

export const EXAMPLE_CATEGORY = '示例商品'

const colours = ['珊瑚红', '湖水蓝']
const sizes = ['S', 'M', 'L']

/** Three products as shops sell them: two dimensions, one dimension with prices of its own, and a single SKU. */
export const examples: readonly Example[] = [
  {
    drawing: { glyph: 'tshirt', colours: ['珊瑚', '湖蓝'] },
    draft: {
      storeName: '【示例】新疆长绒棉圆领 T恤',
      unitName: '件',
      specType: true,
      storeInfo: '两种颜色、三个尺码，共 6 个规格；规格的库存、价格各填各的',
      attr: [
        { attrName: '颜色', attrValues: colours },
        { attrName: '尺码', attrValues: sizes },
      ],
      attrValue: colours.flatMap((colour) =>
        sizes.map((size) => ({
          attrValue: { 颜色: colour, 尺码: size },
          price: 79,
          otPrice: 99,
          cost: 32,
          stock: 20,
          weight: 0.22,
        })),
      ),
    },
  },
  {
    drawing: { glyph: 'lamp', colours: ['暖黄', '雾紫'] },
    draft: {
      storeName: '【示例】床头暖光台灯',
      unitName: '盏',
      specType: true,
      storeInfo: '同一件商品，不同规格卖不同的价',
      attr: [{ attrName: '款式', attrValues: ['插电款', '充电款'] }],
      attrValue: [
        { attrValue: { 款式: '插电款' }, price: 129, otPrice: 159, cost: 58, stock: 12, weight: 0.8 },
        { attrValue: { 款式: '充电款' }, price: 169, otPrice: 199, cost: 76, stock: 8, weight: 0.9 },
      ],
    },
  },
  {
    drawing: { glyph: 'notebook', colours: ['抹茶', '奶咖'] },
    draft: {
      storeName: '【示例】手账本',
      unitName: '本',
      storeInfo: '只有一个规格的商品，最简单的填法',
      attrValue: [{ price: 29.9, otPrice: 39.9, cost: 11, stock: 50, weight: 0.35 }],
    },
  },
]
