import { defaultMenu } from '../default-menu/default-menu.ts'
import type { MenuArea, MenuSeed } from '../default-menu/menu-seed.ts'

export type DataScope = '全部' | '本级' | '自定义' | '本门店' | '仅本人'

export type DefaultRole = {
  /** The role code, the column `permission` of `role`. */
  permission: string
  name: string
  level: number
  dataScope: DataScope
  remark: string
  /** Whether the role is given this row; `grantedCodes` handles directories. */
  grants: (row: MenuSeed) => boolean
}

type Cell = (row: MenuSeed) => boolean

const all: Cell = () => true
const reads: Cell = (row) => row.read
const anyOf =
  (...cells: Cell[]): Cell =>
  (row) =>
    cells.some((cell) => cell(row))
const only =
  (...permissions: string[]): Cell =>
  (row) =>
    row.permissions.some((permission) => permissions.includes(permission))
const allBut =
  (...permissions: string[]): Cell =>
  (row) =>
    !only(...permissions)(row)
const readsAnd = (...permissions: string[]): Cell => anyOf(reads, only(...permissions))
const onPages =
  (...codes: string[]): Cell =>
  (row) =>
    codes.includes(row.code) || codes.includes(row.parentCode ?? '')
const both =
  (one: Cell, other: Cell): Cell =>
  (row) =>
    one(row) && other(row)

/*
 * How to read the words of the table. A suffix in a cell is that single button of the area, so 运营 cannot delete products
 * but can delete a brand; `stock:*` is every permission of 库存流水; a large balance adjustment is withheld together with
 * operate:founds, but not granted with it. The order widgets are the order charts and the to-do counters, which include
 * the stock warnings; the money widgets are the sales figures and the order charts. Departments and posts belong to
 * 管理员 and 角色, agreements to 公告.
 */
const orderCharts = [
  'admin:statistics:home:chart:order',
  'admin:statistics:home:chart:order:week',
  'admin:statistics:home:chart:order:month',
  'admin:statistics:home:chart:order:year',
]
const orderWidgets = only('admin:statistics:home:operating:data', ...orderCharts)
const moneyWidgets = only('admin:statistics:home:index', ...orderCharts)

/** The roles of a new shop. An area that a role does not name is closed to it. */
export const defaultRoles: readonly DefaultRole[] = [
  {
    permission: 'admin',
    name: '超级管理员',
    level: 1,
    dataScope: '全部',
    remark: '拥有全部权限，不能修改或删除',
    grants: all,
  },
  {
    permission: 'shop_manager',
    name: '店铺管理员',
    level: 2,
    dataScope: '全部',
    remark: '管理店铺的全部业务和下级账号',
    grants: perArea({
      'dashboard-home': all,
      product: all,
      // Of API keys.
      order: allBut('admin:order:pull'),
      store: all,
      user: all,
      marketing: all,
      distribution: all,
      live: all,
      decor: all,
      content: all,
      channel: all,
      // Refunds of recharges, too, as a reviewer of one holds the right to it.
      finance: readsAnd('admin:finance:apply:apply', 'admin:recharge:refund', 'admin:finance:approval:review'),
      statistic: all,
      'system-people': all,
      'system-menu': reads,
      'system-setting': allBut(
        'admin:system:config:pay',
        'admin:system:config:storage',
        'admin:system:config:security',
      ),
      'system-logistics': all,
      monitor: both(reads, onPages('/monitor/online', '/monitor/logs', '/monitor/loginLog')),
      tools: anyOf(both(reads, onPages('/system-tools/timing')), onPages('/system-tools/storage')),
    }),
  },
  {
    permission: 'operator',
    name: '运营',
    level: 3,
    dataScope: '全部',
    remark: '商品、营销、装修和内容的日常运营',
    grants: perArea({
      'dashboard-home': all,
      product: allBut('admin:product:delete', 'admin:product:cost:view'),
      order: both(readsAnd('admin:order:mark', 'admin:export:excel:order'), allBut('admin:order:invoice:list')),
      store: allBut('admin:system:store:completely:delete'),
      user: allBut(
        'admin:user:import',
        'admin:user:operate:founds',
        'admin:user:operate:founds:large',
        'admin:user:sensitive:view',
      ),
      marketing: all,
      distribution: allBut('admin:retail:spread:manage:set', 'admin:retail:brokerage:adjust'),
      live: all,
      decor: all,
      content: all,
      channel: all,
      statistic: all,
      'system-setting': onPages('/system/notice', '/system/agreement'),
      'system-logistics': reads,
      tools: both(reads, onPages('/system-tools/storage')),
    }),
  },
  {
    permission: 'service',
    name: '客服',
    level: 4,
    dataScope: '全部',
    remark: '处理咨询、订单备注和售后申请',
    grants: perArea({
      'dashboard-home': orderWidgets,
      product: readsAnd('admin:product:reply:comment'),
      order: readsAnd(
        'admin:order:mark',
        'admin:order:tag',
        'admin:order:hold',
        'admin:order:edit',
        'admin:order:comment',
        'admin:order:update:price',
        'admin:order:update:address',
        'admin:order:refund:refuse',
        'admin:order:refund:apply',
        'admin:order:create',
        'admin:order:tracking:number:update',
      ),
      store: reads,
      user: readsAnd('admin:user:tag', 'admin:user:group', 'admin:user:sensitive:view'),
      marketing: readsAnd('admin:coupon:user:receive'),
      distribution: reads,
      live: reads,
      decor: reads,
      content: all,
      channel: anyOf(reads, onPages('/channel/wechat/reply')),
      'system-logistics': reads,
    }),
  },
  {
    permission: 'warehouse',
    name: '仓库',
    level: 4,
    dataScope: '全部',
    remark: '发货、库存和物流',
    grants: perArea({
      'dashboard-home': orderWidgets,
      product: readsAnd('admin:product:quick:stock:add', 'admin:product:stock:adjust', 'admin:product:stock:export'),
      order: both(
        readsAnd(
          'admin:order:send',
          'admin:order:send:import',
          'admin:order:sheet:info',
          'admin:order:tracking:number:update',
          'admin:yly:print',
          'admin:order:mark',
        ),
        allBut('admin:order:invoice:list'),
      ),
      store: reads,
      statistic: reads,
      'system-logistics': all,
    }),
  },
  {
    permission: 'finance',
    name: '财务',
    level: 4,
    dataScope: '全部',
    remark: '退款、提现审核和对账',
    grants: perArea({
      'dashboard-home': moneyWidgets,
      product: readsAnd('admin:product:cost:view'),
      order: readsAnd(
        'admin:order:refund',
        'admin:export:excel:order',
        'admin:order:invoice:issue',
        'admin:export:excel:invoice',
      ),
      store: reads,
      user: readsAnd('admin:user:operate:founds'),
      marketing: reads,
      distribution: readsAnd('admin:retail:brokerage:adjust'),
      finance: all,
      statistic: all,
      'system-setting': only('admin:system:config:info', 'admin:system:config:pay'),
    }),
  },
  {
    permission: 'verifier',
    name: '门店核销员',
    level: 5,
    dataScope: '本门店',
    remark: '在本门店核销订单',
    grants: perArea({
      store: only('admin:system:order:list', 'admin:order:write:confirm', 'admin:order:write:update'),
    }),
  },
  {
    permission: 'readonly',
    name: '只读',
    level: 9,
    dataScope: '全部',
    remark: '只能查看业务数据',
    grants: perArea({
      'dashboard-home': all,
      product: reads,
      order: reads,
      store: reads,
      user: reads,
      marketing: reads,
      distribution: reads,
      live: reads,
      decor: reads,
      content: reads,
      channel: reads,
      finance: reads,
      statistic: reads,
      'system-logistics': reads,
    }),
  },
]

function perArea(cells: Partial<Record<MenuArea, Cell>>): Cell {
  return (row) => cells[row.area]?.(row) ?? false
}

/**
 * The menu rows to link to a role: those granted, and their ancestors without a permission of their own. A page above a
 * granted button is left out when the role lacks the page's permission: linking it would grant that, too.
 * @returns codes in menu order
 */
export function grantedCodes(role: DefaultRole): string[] {
  const linked = new Set<string>()
  for (const granted of defaultMenu.filter((row) => row.type !== 0 && role.grants(row))) {
    linked.add(granted.code)
    for (let above = parentOf(granted); above; above = parentOf(above)) {
      if (!above.permissions.length) linked.add(above.code)
    }
  }
  return defaultMenu.filter((row) => linked.has(row.code)).map((row) => row.code)
}

const rowsByCode = new Map(defaultMenu.map((row) => [row.code, row]))

function parentOf(row: MenuSeed): MenuSeed | undefined {
  return rowsByCode.get(row.parentCode ?? '')
}
