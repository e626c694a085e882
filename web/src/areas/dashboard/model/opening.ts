import type { ChecklistStep } from '../../../kit/figures/checklist.tsx'

/** What the shop has so far; undefined where the user may not see or change it. */
export type Opening = {
  site?: { logo: boolean; phone: boolean } | undefined
  freight?: { name: string | undefined } | undefined
  products?: { onSale: number; stored: number } | undefined
  categories?: number | undefined
  staff?: number | undefined
  backups?: number | undefined
}

/** The steps that lead from an empty shop to one that sells, each read from what is there. */
export function openingSteps(shop: Opening): ChecklistStep[] {
  const { site, freight, products, categories, staff, backups } = shop
  const missing = site ? [!site.logo && '标志', !site.phone && '客服电话'].filter(Boolean) : []
  const steps: (ChecklistStep | undefined)[] = [
    site && {
      key: 'site',
      title: '店铺信息',
      done: !missing.length,
      text: missing.length ? `还没有${missing.join('和')}，买家和员工靠它们认出你的店` : '名称、标志、客服电话已填',
      to: '/system/setting?group=site',
      act: '填写',
    },
    freight && {
      key: 'freight',
      title: '设置运费',
      done: freight.name !== undefined,
      text: freight.name === undefined ? '商品要有运费模板才能上架' : `已有「${freight.name}」模板`,
      to: '/system/logistics/shipping',
      act: '添加模板',
    },
    products && {
      key: 'product',
      title: '上架第一件商品',
      done: products.onSale > 0,
      text: productText(products),
      to: products.onSale > 0 ? '/product/list' : products.stored > 0 ? '/product/list?type=2' : '/product/create',
      act: products.stored > 0 ? '去上架' : '添加商品',
    },
    categories === undefined
      ? undefined
      : {
          key: 'category',
          title: '分好类',
          optional: true,
          done: categories > 1,
          text: categories > 1 ? `已有 ${categories} 个一级分类` : '买家按分类找商品，现在只有默认分类',
          to: '/product/category',
          act: '添加分类',
        },
    staff === undefined
      ? undefined
      : {
          key: 'staff',
          title: '邀请同事',
          optional: true,
          done: staff > 1,
          text: staff > 1 ? `已有 ${staff} 个账号` : '仓库、客服、运营各看各的',
          to: '/system/admin',
          act: '添加账号',
        },
    backups === undefined
      ? undefined
      : {
          key: 'backup',
          title: '备份一次',
          optional: true,
          done: backups > 0,
          text: backups > 0 ? `已有 ${backups} 份备份` : '备份好的店，换台电脑也能恢复',
          to: '/system-tools/backup',
          act: '去备份',
        },
  ]
  return steps.filter((step) => step !== undefined)
}

function productText({ onSale, stored }: { onSale: number; stored: number }): string {
  if (onSale > 0) return `${onSale.toLocaleString('en-US')} 件商品出售中`
  return stored > 0 ? `仓库里有 ${stored} 件，上架后买家才看得到` : '一件件添加，也可以导入表格或从链接采集'
}
