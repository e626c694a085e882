import { BadInput } from '../errors.ts'

/** A parameter of a product that makes no SKUs: 产地, 新疆. */
export type ProductParam = { name: string; value: string }

/** Most parameters of a product, or of a template. */
export const MAX_PARAMS = 30

/**
 * Tidies parameters as staff typed them: rows without name and value go.
 * @throws {BadInput} when nothing is left, for a value without a name, or a name given twice
 */
export function tidyParams(typed: readonly ProductParam[]): ProductParam[] {
  const params = typed.filter(({ name, value }) => name || value)
  if (!params.length) throw new BadInput('请添加参数', 'params')
  if (params.some(({ name }) => !name)) throw new BadInput('请填写参数名', 'params')
  const names = params.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice) throw new BadInput(`参数「${twice}」重复`, 'params')
  return params
}
