import type { Ctx } from '../../../platform/http/context.ts'
import { expressCompanies } from './express-company.tables.ts'

/** Carriers: usual code, name, code at kuaidi100 for tracking, customer service phone. */
const carriers = [
  ['SF', '顺丰速运', 'shunfeng', '95338'],
  ['ZTO', '中通快递', 'zhongtong', '95311'],
  ['YTO', '圆通速递', 'yuantong', '95554'],
  ['STO', '申通快递', 'shentong', '95543'],
  ['YD', '韵达快递', 'yunda', '95546'],
  ['YZPY', '邮政快递包裹', 'youzhengguonei', '11183'],
  ['EMS', 'EMS', 'ems', '11183'],
  ['JD', '京东物流', 'jd', '950616'],
  ['JTSD', '极兔速递', 'jtexpress', '956025'],
  ['DBL', '德邦快递', 'debangkuaidi', '95353'],
  ['HTKY', '百世快递', 'huitongkuaidi', '95320'],
  ['ZJS', '宅急送', 'zhaijisong', '4006789000'],
  ['UC', '优速快递', 'youshuwuliu', '95349'],
  ['KYSY', '跨越速运', 'kuayue', '95324'],
  ['ANE', '安能物流', 'annengwuliu', '4001009988'],
] as const

/** The account fields needed to print a carrier's labels. */
const accounts: Record<string, { partnerId?: boolean; partnerKey?: boolean; net?: boolean }> = {
  SF: { partnerId: true },
  ZTO: { partnerId: true, partnerKey: true },
  YTO: { partnerId: true, partnerKey: true },
  STO: { partnerId: true, partnerKey: true, net: true },
  YD: { partnerId: true, partnerKey: true },
  JTSD: { partnerId: true, partnerKey: true },
  DBL: { partnerId: true },
  JD: { partnerId: true },
}

/** Adds missing usual carriers; existing ones stay as staff left them. */
export async function insertExpressCompanies({ db }: Ctx): Promise<void> {
  const rows = carriers.map(([code, name, kuaidi100, phone], index) => ({
    code,
    name,
    phone,
    codes: { kuaidi100, kdniao: code },
    sort: index + 1,
    ...accounts[code],
  }))
  await db.insert(expressCompanies).values(rows).onConflictDoNothing()
}
