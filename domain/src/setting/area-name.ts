/** A level that stands in the division only so that every district has a city above it; nobody writes it in an address. */
const UNWRITTEN = /^(?:县|市辖区)$|直辖县级行政(?:区划|单位)$/

export type AreaNames = { province: string; city: string; district: string }

/** Whether a place has its name only because the division has three levels everywhere. */
export const isUnwritten = (name: string): boolean => UNWRITTEN.test(name)

/**
 * The levels as carriers and other shops have them: 仙桃市 is a city of 湖北省, 城口县 lies in the city of 重庆市, and 嘉峪关市 has no
 * districts.
 */
export function writtenArea<Area extends AreaNames>(area: Area): Area {
  const district = isUnwritten(area.district) ? '' : area.district
  if (!isUnwritten(area.city)) return { ...area, district }
  return area.city === '县' ? { ...area, city: area.province, district } : { ...area, city: district, district: '' }
}

/** The names of a place from the province down, as one reads them: each once. */
export const writtenNames = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name) => name && !isUnwritten(name))),
]
