import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction } from '../../platform/http/context.ts'
import { uploadDrawn } from '../file/file/drawn-files.demo.ts'
import { saveStore, showStore } from './store/store.service.ts'
import { saveStoreStaff, switchStoreStaff } from './store-staff/store-staff.service.ts'

/** Somebody of a store's staff, by the sign-in name of a demo account. */
type DemoClerk = { account: string; staffName: string; phone: string; verifies: boolean; left?: true }
type DemoStore = {
  name: string
  introduction: string
  phone: string
  cityIds: number[]
  detailedAddress: string
  at: [latitude: number, longitude: number]
  dayTime: [string, string]
  validTime?: [string, string]
  colours: [wall: string, awning: string]
  hidden?: true
  clerks: DemoClerk[]
}

const demoStores: readonly DemoStore[] = [
  {
    name: '掌柜生活馆（静安旗舰店）',
    introduction: '地铁静安寺站 3 号口，凭核销码自提，可当场试用',
    phone: '021-52340001',
    cityIds: [310000, 310100, 310106],
    detailedAddress: '南京西路 1688 号 1 层 108 室',
    at: [31.223_702, 121.445_816],
    dayTime: ['10:00', '22:00'],
    colours: ['#ffd9cc', '#f27a5e'],
    clerks: [
      { account: 'verifier', staffName: '孙浩然', phone: '13900000001', verifies: true },
      { account: 'manager', staffName: '陈思远', phone: '13900000002', verifies: true },
      { account: 'service', staffName: '周雨晴', phone: '13900000003', verifies: false },
    ],
  },
  {
    name: '掌柜生活馆（杭州湖滨店）',
    introduction: '西湖边的自提点，节假日照常营业',
    phone: '0571-87650002',
    cityIds: [330000, 330100, 330102],
    detailedAddress: '延安路 258 号 2 层 215 室',
    at: [30.252_501, 120.165_024],
    dayTime: ['09:30', '21:30'],
    validTime: ['2026-01-01', '2027-12-31'],
    colours: ['#c9e8f5', '#3d9cc4'],
    clerks: [
      { account: 'operator', staffName: '林晓彤', phone: '13900000004', verifies: true },
      { account: 'warehouse', staffName: '王建军', phone: '13900000005', verifies: true },
    ],
  },
  {
    name: '掌柜社区店（番禺万博）',
    introduction: '装修中，开业后显示',
    phone: '020-34560003',
    cityIds: [440000, 440100, 440113],
    detailedAddress: '汉溪大道东 290 号首层 12 号铺',
    at: [22.998_133, 113.348_217],
    dayTime: ['08:00', '20:00'],
    colours: ['#d6eac5', '#74a857'],
    hidden: true,
    clerks: [{ account: 'readonly', staffName: '吴老师', phone: '13900000006', verifies: false, left: true }],
  },
]

/** Adds stores with hours, places and staff to a demo shop that has none. */
export async function fillStoreDemo(ctx: Ctx): Promise<void> {
  if (await hasStores(ctx)) return
  const pictures = await uploadDrawn(
    ctx,
    0,
    demoStores.map(({ name, colours }) => ({ name: `${name}.webp`, svg: drawFront(colours) })),
  )
  await inTransaction(ctx, async (tx) => {
    if (await hasStores(tx)) return
    const accounts = await findAccounts(tx)
    for (const [place, each] of demoStores.entries()) await addStore(tx, each, pictures[place] ?? '', accounts)
  })
}

async function hasStores({ db }: Ctx): Promise<boolean> {
  return (await db.execute(sql`select from store limit 1`)).rows.length > 0
}

async function findAccounts({ db }: Ctx): Promise<Map<string, number>> {
  const names = demoStores.flatMap(({ clerks }) => clerks.map(({ account }) => account))
  const { rows } = await db.execute<{ id: string; username: string }>(
    sql`select id, username from admin_user where username = any(${sql.param(names)}::text[])`,
  )
  return new Map(rows.map(({ id, username }) => [username, Number(id)]))
}

async function addStore(
  tx: Ctx,
  { at: [latitude, longitude], colours: _, hidden, clerks, ...draft }: DemoStore,
  image: string,
  accounts: ReadonlyMap<string, number>,
): Promise<void> {
  const { id: storeId } = await saveStore(calling(tx, store.save), { ...draft, latitude, longitude, image })
  if (hidden) await showStore(calling(tx, store.show), storeId, false)
  for (const { account, verifies, left, ...clerk } of clerks) {
    const adminId = accounts.get(account)
    // The owner may have deleted it.
    if (!adminId) continue
    const { id } = await saveStoreStaff(calling(tx, storeStaff.save), {
      ...clerk,
      storeId,
      adminId,
      verifyStatus: verifies,
    })
    if (left) await switchStoreStaff(calling(tx, storeStaff.switch), id, false)
  }
}

/** Draws a shop front as an SVG of 800 by 800. */
function drawFront([wall, awning]: DemoStore['colours']): string {
  const stripes = Array.from(
    { length: 5 },
    (_, n) => `<path d="M${140 + n * 104} 250h104l-8 90a44 44 0 0 1-88 0Z" fill="${n % 2 ? '#fff' : awning}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">
    <rect width="800" height="800" fill="${wall}"/><rect y="660" width="800" height="140" fill="#dbe0e5"/>
    <rect x="150" y="240" width="500" height="430" rx="12" fill="#fff"/>
    <rect x="190" y="410" width="190" height="170" rx="8" fill="${wall}"/>
    <rect x="430" y="410" width="170" height="260" rx="8" fill="${awning}"/><circle cx="570" cy="545" r="9" fill="#fff"/>
    <rect x="200" y="150" width="400" height="80" rx="12" fill="${awning}"/><path d="M270 190h260" stroke="#fff" stroke-width="14"/>
    ${stripes.join('')}</svg>`
}
