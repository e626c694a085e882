import { CellReader, findColumns, fromHeading, type ImportLine } from '../sheet-cells.ts'

/** A place of the national division, as pickers and addresses use it. */
export type Place = { cityId: number; parentId: number; name: string; areaCode: string; lng: string; lat: string }
/** The same with the fields derived from the places above it. */
export type PlacedRegion = Place & { level: number; mergerName: string }
/** A line of a sheet that cannot be imported, and why. */
export type SheetFault = { line: number; message: string }

/** The columns of a sheet of places; the first three are required. */
export const regionColumns = ['地区编号', '上级编号', '地区名称', '区号', '经度', '纬度'] as const

type RegionColumn = (typeof regionColumns)[number]
const REQUIRED: readonly RegionColumn[] = regionColumns.slice(0, 3)
const aliases = Object.fromEntries(regionColumns.map((title) => [title, [title]])) as Record<RegionColumn, string[]>

/** Streets are the deepest level. */
const DEEPEST = 3

/**
 * Reads a sheet of places; one of its first lines names the columns, in any order.
 * @returns the readable places, and the faults of the other lines
 */
export function readRegionSheet(all: readonly ImportLine[]): { places: Place[]; faults: SheetFault[] } {
  const [heading, ...lines] = fromHeading(all, isHeading)
  const columns = findColumns(heading?.cells ?? [], aliases)
  const places: Place[] = []
  const missing = REQUIRED.filter((title) => !columns.has(title))
  if (missing.length)
    return { places, faults: [{ line: heading?.line ?? 1, message: `缺少列：${missing.join('、')}` }] }
  if (heading?.fault) return { places, faults: [{ line: heading.line, message: heading.fault }] }
  const faults: SheetFault[] = []
  const seen = new Set<number>()
  for (const line of lines) {
    const cells = new CellReader(columns)
    const number = (title: RegionColumn) => cells.text(line, title, 'number').normalize('NFKC')
    const place = {
      cityId: Number(number('地区编号')),
      parentId: Number(number('上级编号') || 0),
      name: cells.text(line, '地区名称'),
      areaCode: cells.text(line, '区号'),
      lng: number('经度'),
      lat: number('纬度'),
    }
    const [problem] = cells.problems
    const told = problem && (problem.column ? `${problem.column}：${problem.message}` : problem.message)
    const fault = told ?? (seen.has(place.cityId) ? '地区编号重复' : faultOf(place, number('地区编号')))
    seen.add(place.cityId)
    if (fault) faults.push({ line: line.line, message: fault })
    else places.push(place)
  }
  return { places, faults }
}

function isHeading(cells: readonly string[]): boolean {
  const columns = findColumns(cells, aliases)
  return REQUIRED.every((title) => columns.has(title))
}

/** Whether one of the first rows is the heading of a sheet of places. */
export const hasRegionColumns = (first: readonly ImportLine[]): boolean =>
  isHeading(fromHeading(first, isHeading)[0]?.cells ?? [])

function faultOf({ parentId, name, areaCode, lng, lat }: Place, code: string): string | undefined {
  if (!/^[1-9]\d{5}(\d{3})?$/.test(code)) return '地区编号应为 6 或 9 位数字'
  if (!Number.isInteger(parentId) || parentId < 0 || parentId > 999_999_999) return '上级编号应为数字，省级填 0'
  if (!name || [...name].length > 100 || name.includes(',')) return '地区名称应为 1 到 100 个字，不含逗号'
  if (areaCode && !/^0\d{2,3}$/.test(areaCode)) return '区号格式如 010、0755'
  if ((lng && !/^-?\d{1,3}(\.\d{1,12})?$/.test(lng)) || (lat && !/^-?\d{1,2}(\.\d{1,12})?$/.test(lat)))
    return '经纬度应为小数'
  return undefined
}

/**
 * Merges new places into the known ones.
 * @param known by their codes
 * @returns all places with their levels and full names, and the codes of those that have no parent, lie below themselves,
 *   are too deep, or have a sibling's name
 */
export function placeRegions(known: readonly Place[], given: readonly Place[]) {
  const all = new Map([...known, ...given].map((place) => [place.cityId, place]))
  const placed = new Map<number, PlacedRegion>()
  const misplaced: { cityId: number; message: string }[] = []
  const neighbours = new Set<string>()
  for (const place of all.values()) {
    const names = [place.name]
    let above: Place | undefined = place
    while (above?.parentId && names.length <= DEEPEST + 1) {
      above = all.get(above.parentId)
      if (above) names.unshift(above.name)
    }
    const key = `${place.parentId} ${place.name}`
    if (!above) misplaced.push({ cityId: place.cityId, message: '上级编号不存在' })
    else if (names.length > DEEPEST + 1) misplaced.push({ cityId: place.cityId, message: '层级过深或上级循环' })
    else if (neighbours.has(key)) misplaced.push({ cityId: place.cityId, message: `同一上级下已有「${place.name}」` })
    neighbours.add(key)
    placed.set(place.cityId, { ...place, level: names.length - 1, mergerName: names.join(',') })
  }
  return { placed, misplaced }
}
