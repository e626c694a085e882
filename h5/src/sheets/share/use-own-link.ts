import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { useRead } from '../../api/read.ts'
import { useToken } from '../../api/use-token.ts'
import { BASE } from '../../go/go.ts'

/**
 * The whole link of a screen, with the promoter whom its sales are for where the buyer is one; undefined until that is known.
 * @param address below /h5; the open one without
 */
export function useOwnLink(address?: string): string | undefined {
  const token = useToken()
  const { data, error } = useRead(customerCentre.account, {}, token !== undefined)
  if (token !== undefined && !data && !error) return undefined
  const link = new URL(address === undefined ? window.location.href : BASE + address, window.location.origin)
  // Whoever brought this buyer has nothing to do with what the buyer shares.
  link.searchParams.delete('spread')
  if (data?.isPromoter) link.searchParams.set('spread', String(data.uid))
  return link.href
}
