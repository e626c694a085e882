import { BadInput } from '../errors.ts'

/** A product parameter that does not multiply SKUs: 产地, 新疆. */
export type ProductParam = { name: string; value: string }

/** The maximum number of parameters of a product or template. */
export const MAX_PARAMS = 30

/**
 * Tidies parameters as staff typed them: rows without name and value are dropped.
 * @throws {BadInput} when nothing is left, for a value without a name, or for a repeated name
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
