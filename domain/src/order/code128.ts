/**
 * The widths of bars and gaps of each symbol of Code 128, six digits a symbol, bars first; the last has a bar more.
 * @see ISO/IEC 15417
 */
const WIDTHS =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'

const START = { B: 104, C: 105 } as const
const STOP = '2331112'

const widthsOf = (symbol: number) => WIDTHS.slice(symbol * 6, symbol * 6 + 6)

/**
 * A text as a bar code of Code 128: pairs of digits take one symbol, other printable characters of ASCII one each.
 * @returns widths of bars and gaps in turn, in modules; undefined for a text that has other characters, or none
 */
export function code128(text: string): number[] | undefined {
  const isPaired = /^(\d\d)+$/.test(text)
  if (!isPaired && !/^[ -~]+$/.test(text)) return undefined
  const symbols = isPaired
    ? [START.C, ...(text.match(/\d\d/g) ?? []).map(Number)]
    : [START.B, ...[...text].map((character) => character.charCodeAt(0) - 32)]
  const check = symbols.reduce((sum, symbol, at) => sum + symbol * Math.max(1, at), 0) % 103
  return [...symbols, check].flatMap((symbol) => [...widthsOf(symbol)].map(Number)).concat([...STOP].map(Number))
}
