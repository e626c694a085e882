import type { Opening } from '@zhanggui/contract/dashboard/home.ts'
import type { SettingGroupName, SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import type { ChecklistStep } from '../../../kit/figures/checklist.tsx'

/** A step, with the button or field of its page where it begins; `opens` when the button opens the form. */
export type OpeningStep = ChecklistStep & { target?: string; opens?: boolean }

/** The steps that lead from an empty shop to one that sells, each read from what is there; those that sell first. */
export function openingSteps(shop: Opening): OpeningStep[] {
  // In this order; whatever the shop tells of itself has its step.
  const steps: Record<Exclude<keyof Opening, 'example' | 'sold'>, Step> = {
    site: siteStep,
    categories: categoryStep,
    freight: freightStep,
    products: productStep,
    payment: payStep,
    delivery: deliveryStep,
    message: messageStep,
    backup: backupStep,
    staff: staffStep,
  }
  return Object.values(steps)
    .map((step) => step(shop))
    .filter((step) => step !== undefined)
}

type Step = (shop: Opening) => OpeningStep | undefined

const settingAt = (group: SettingGroupName, field: keyof SettingValues) =>
  `/system/setting?group=${group}&field=${field}`

const siteStep: Step = ({ site }) => {
  if (!site) return undefined
  const missing = [!site.name && '名称', !site.logo && '标志', !site.phone && '客服电话'].filter(Boolean)
  const logoOrPhone = site.logo ? 'consumer_hotline' : 'site_logo_lefttop'
  return {
    key: 'site',
    title: '店铺名称和标志',
    done: !missing.length,
    time: '2 分钟',
    text: missing.length ? `还没有${missing.join('、')}，买家和员工靠它们认出你的店` : '名称、标志、客服电话已填',
    to: settingAt('site', site.name ? logoOrPhone : 'site_name'),
    act: missing.length ? '填写' : '修改',
  }
}

const categoryStep: Step = ({ categories }) =>
  categories === undefined
    ? undefined
    : {
        key: 'category',
        title: '商品分类',
        optional: true,
        done: categories > 1,
        time: '2 分钟',
        text: categories > 1 ? `已有 ${categories} 个一级分类` : '买家按分类找商品，现在只有默认分类',
        to: '/product/category',
        act: '添加分类',
        target: '添加商品分类',
        opens: true,
      }

const freightStep: Step = ({ freight }) =>
  freight === undefined
    ? undefined
    : {
        key: 'freight',
        title: '运费',
        done: freight !== '',
        time: '3 分钟',
        text: freight ? `已有「${freight}」模板` : '商品要有运费模板才能上架',
        to: '/system/logistics/shipping',
        act: freight ? '去看' : '添加模板',
        ...(!freight && { target: '添加运费模板', opens: true }),
      }

const productStep: Step = ({ products, example }) => {
  if (!products) return undefined
  const { onSale, soldOut, stored } = products
  const isBuyable = onSale > soldOut
  const rest = { key: 'product', title: '第一件商品', done: isBuyable, time: '5 分钟' }
  if (onSale && !isBuyable)
    return { ...rest, text: `${onSale} 件在出售，库存都是 0，买家买不了`, to: '/product/list', act: '去补库存' }
  if (onSale)
    return { ...rest, text: `${onSale.toLocaleString('en-US')} 件商品出售中`, to: '/product/list', act: '去看' }
  return stored
    ? { ...rest, text: `仓库里有 ${stored} 件，上架后买家才看得到`, to: '/product/list?type=2', act: '去上架' }
    : {
        ...rest,
        text: `${example?.there ? '现在只有示例商品；' : ''}填一张表，或导入别处的表格`,
        to: '/product/create',
        act: '添加商品',
        target: '商品名称',
        others: [{ to: '/product/import', act: '导入商品' }],
      }
}

const payStep: Step = ({ payment }) => {
  if (!payment) return undefined
  const { open, sim } = payment
  const missing = sim ? '现在是模拟支付，能走完整个流程，但不会真的收到钱' : '买家还没有办法付款'
  return {
    key: 'pay',
    title: '收款',
    done: open.length > 0,
    time: '1 分钟',
    text: open.length ? `已开通${open.join('、')}` : `${missing}；可以先开通货到付款、到店付`,
    to: settingAt('pay', 'offline_pay_status'),
    act: open.length ? '修改' : '开通收款',
  }
}

const deliveryStep: Step = ({ delivery }) => {
  if (!delivery) return undefined
  const { carriers, stores } = delivery
  const there = [carriers && `${carriers} 家快递公司`, stores && `${stores} 家门店`].filter(Boolean)
  return {
    key: 'delivery',
    title: '发货或门店自提',
    done: there.length > 0,
    time: '3 分钟',
    text: there.length ? `已有 ${there.join('、')}` : '启用一家快递公司，或添加买家自提的门店',
    ...(there.length && !stores
      ? { to: '/store/list', act: '添加门店', target: '添加门店', opens: true }
      : { to: '/system/logistics/express', act: carriers ? '去看' : '选快递公司' }),
  }
}

const messageStep: Step = ({ message }) => {
  if (!message) return undefined
  const there = [message.mail && '邮件', message.sms && '短信'].filter(Boolean)
  return {
    key: 'message',
    title: '邮件或短信',
    optional: true,
    done: there.length > 0,
    time: '5 分钟',
    text: there.length ? `${there.join('和')}已设置` : '找回密码、通知员工和买家要用',
    to: settingAt('email', 'email_host'),
    act: there.length ? '修改' : '去设置',
  }
}

const backupStep: Step = ({ backup }) =>
  backup === undefined
    ? undefined
    : {
        key: 'backup',
        title: '备份',
        optional: true,
        done: backup !== null,
        time: '1 分钟',
        text: backup ? `最近一次：${backup}` : '备份好的店，换台电脑也能恢复',
        to: '/system-tools/backup',
        act: '去备份',
        target: '立即备份',
      }

const staffStep: Step = ({ staff }) =>
  staff === undefined
    ? undefined
    : {
        key: 'staff',
        title: '第二个账号',
        optional: true,
        done: staff > 1,
        time: '2 分钟',
        text: staff > 1 ? `已有 ${staff} 个账号` : '仓库、客服、运营各看各的；你忘了密码，还有人进得来',
        to: '/system/admin',
        act: '添加账号',
        target: '新增',
        opens: true,
      }
