import type { ViewProps } from '../../view.tsx'
import { CarouselView } from '../carousel/view.tsx'
import type { userBanner } from './schema.ts'

export function UserBannerView({ props }: Pick<ViewProps<typeof userBanner>, 'props'>) {
  return <CarouselView props={props} />
}
