const paths = {
  search: 'M10.8 17.4a6.6 6.6 0 1 0 0-13.2 6.6 6.6 0 0 0 0 13.2zM15.8 15.8l4.4 4.4',
  more: 'M9 5l7 7-7 7',
  bell: 'M6.4 16.8V11a5.6 5.6 0 0 1 11.2 0v5.8l1.600 1.400H4.800zM10 20.400h4',
  list: 'M4.500 6.500h15M4.500 12h15M4.500 17.500h15',
  home: 'M4 11.2L12 4.400l8 6.800M6 9.600V19.500h4.400v-5h3.200v5H18V9.600',
  category: 'M4.500 4.500h6v6h-6zM13.500 4.500h6v6h-6zM4.500 13.500h6v6h-6zM13.500 13.500h6v6h-6z',
  cart: 'M3.500 5h2.200l2 10.200h9.800l2-7.600H6.400M9 19.200a.8.8 0 1 0 .01 0M16.400 19.200a.8.8 0 1 0 .01 0',
  user: 'M12 11.400a3.800 3.800 0 1 0 0-7.600 3.800 3.800 0 0 0 0 7.600zM4.800 20c.6-3.800 3.400-5.800 7.200-5.800s6.600 2 7.200 5.800',
  add: 'M12 5v14M5 12h14',
  less: 'M5 12h14',
  left: 'M15 5l-7 7 7 7',
  heart: 'M12 19.500S4.500 15 4.500 9.500A4 4 0 0 1 12 7.500a4 4 0 0 1 7.500 2C19.500 15 12 19.500 12 19.500z',
  share: 'M12 14.500V4M8 7.500L12 3.800l4 3.700M5.500 12v7.500h13V12',
  trash: 'M5 7h14M9.500 7V4.500h5V7M6.500 7l1 12.500h9l1-12.500M10.500 10.500v5.500M13.500 10.500v5.500',
  copy: 'M8.500 8.500V4.500h11v11h-4M4.500 8.500h11v11h-11z',
  check: 'M5.500 12.500l4.300 4.300L18.500 7.500',
  close: 'M6 6l12 12M18 6L6 18',
  play: 'M8 5.500v13l11-6.500z',
  phone: 'M6 4h3l1.500 4-2 1.500a11 11 0 0 0 6 6l1.500-2 4 1.500v3a2 2 0 0 1-2 2C10 20 4 14 4 6a2 2 0 0 1 2-2z',
  service: 'M4.500 15v-3a7.500 7.500 0 0 1 15 0v3M4.500 14h3v5h-3zM16.500 14h3v5h-3z',
  pin: 'M12 20.500s6.500-5.700 6.500-10.500a6.500 6.500 0 0 0-13 0c0 4.800 6.500 10.500 6.500 10.500zM12 12.500a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600z',
  code: 'M4.500 4.500h6v6h-6zM13.500 4.500h6v6h-6zM4.500 13.500h6v6h-6zM13.500 13.500h3v3M19.500 19.500h-3M19.500 13.500v2',
  wallet: 'M4 7h13.500v3M4 7v11.500h16V10H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h10M16.500 14.300h.01',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  truck:
    'M3 6h11v10H3zM14 9.500h4l3 3.500v3h-7M7 19a1.800 1.800 0 1 0 0-3.600A1.800 1.800 0 0 0 7 19zM17.500 19a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600z',
  talk: 'M4 5h16v11h-9l-4 3.500V16H4zM8.500 10.500h.01M12 10.500h.01M15.500 10.500h.01',
  back: 'M9 6L4.500 10.500 9 15M4.500 10.500H15a4.500 4.500 0 0 1 0 9h-3',
  gift: 'M4 9h16v4H4zM5.500 13v7h13v-7M12 9v11M12 9C9 9 7.500 7.500 7.500 6S10 3.500 12 9c2-5.500 4.500-4.500 4.500-3S15 9 12 9z',
  star: 'M12 4l2.500 5.200 5.500.8-4 4 1 5.600-5-2.700-5 2.700 1-5.600-4-4 5.500-.8z',
  cut: 'M7 8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM7 20.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 7.500L19 18M9 16.500L19 6',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.500 19c.5-3.500 2.700-5 5.500-5s5 1.500 5.500 5M16 5.500a3 3 0 0 1 0 5.500M17 14.500c2 .5 3.200 2 3.500 4.500',
} as const
export type IconName = keyof typeof paths

/** A line icon, 24 unless the text around says otherwise; only seen, as words stand beside it. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

const byLink: Readonly<Record<string, IconName>> = {
  '/pages/index/index': 'home',
  '/pages/goods_cate/goods_cate': 'category',
  '/pages/order_addcart/order_addcart': 'cart',
  '/pages/user/index': 'user',
  '/pages/users/user_address_list/index': 'pin',
  '/pages/users/user_message/index': 'bell',
  '/pages/users/user_get_coupon/index': 'gift',
  '/pages/users/user_sgin/index': 'star',
  '/pages/users/user_goods_collection/index': 'star',
  '/pages/activity/bargain/index': 'cut',
  '/pages/promoter/user_spread_user/index': 'people',
  '/pages/users/kefu/index': 'service',
}

/** What is drawn for a link that has no picture of its own. */
export const iconOfLink = (link: string): IconName => byLink[link] ?? 'category'
