import AntdIcon from '@ant-design/icons/es/components/AntdIcon'
import AccountBookOutlined from '@ant-design/icons-svg/es/asn/AccountBookOutlined'
import ApartmentOutlined from '@ant-design/icons-svg/es/asn/ApartmentOutlined'
import ApiOutlined from '@ant-design/icons-svg/es/asn/ApiOutlined'
import AuditOutlined from '@ant-design/icons-svg/es/asn/AuditOutlined'
import BarChartOutlined from '@ant-design/icons-svg/es/asn/BarChartOutlined'
import BookOutlined from '@ant-design/icons-svg/es/asn/BookOutlined'
import BugOutlined from '@ant-design/icons-svg/es/asn/BugOutlined'
import CalculatorOutlined from '@ant-design/icons-svg/es/asn/CalculatorOutlined'
import CalendarOutlined from '@ant-design/icons-svg/es/asn/CalendarOutlined'
import CarryOutOutlined from '@ant-design/icons-svg/es/asn/CarryOutOutlined'
import ClockCircleOutlined from '@ant-design/icons-svg/es/asn/ClockCircleOutlined'
import ClusterOutlined from '@ant-design/icons-svg/es/asn/ClusterOutlined'
import CommentOutlined from '@ant-design/icons-svg/es/asn/CommentOutlined'
import ControlOutlined from '@ant-design/icons-svg/es/asn/ControlOutlined'
import CrownOutlined from '@ant-design/icons-svg/es/asn/CrownOutlined'
import DashboardOutlined from '@ant-design/icons-svg/es/asn/DashboardOutlined'
import DatabaseOutlined from '@ant-design/icons-svg/es/asn/DatabaseOutlined'
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined'
import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined'
import FormOutlined from '@ant-design/icons-svg/es/asn/FormOutlined'
import FunnelPlotOutlined from '@ant-design/icons-svg/es/asn/FunnelPlotOutlined'
import GiftOutlined from '@ant-design/icons-svg/es/asn/GiftOutlined'
import HomeOutlined from '@ant-design/icons-svg/es/asn/HomeOutlined'
import IdcardOutlined from '@ant-design/icons-svg/es/asn/IdcardOutlined'
import LinkOutlined from '@ant-design/icons-svg/es/asn/LinkOutlined'
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined'
import MailOutlined from '@ant-design/icons-svg/es/asn/MailOutlined'
import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined'
import MessageOutlined from '@ant-design/icons-svg/es/asn/MessageOutlined'
import MoneyCollectOutlined from '@ant-design/icons-svg/es/asn/MoneyCollectOutlined'
import NotificationOutlined from '@ant-design/icons-svg/es/asn/NotificationOutlined'
import PartitionOutlined from '@ant-design/icons-svg/es/asn/PartitionOutlined'
import PayCircleOutlined from '@ant-design/icons-svg/es/asn/PayCircleOutlined'
import PictureOutlined from '@ant-design/icons-svg/es/asn/PictureOutlined'
import PlusSquareOutlined from '@ant-design/icons-svg/es/asn/PlusSquareOutlined'
import ProfileOutlined from '@ant-design/icons-svg/es/asn/ProfileOutlined'
import ReadOutlined from '@ant-design/icons-svg/es/asn/ReadOutlined'
import RollbackOutlined from '@ant-design/icons-svg/es/asn/RollbackOutlined'
import SafetyCertificateOutlined from '@ant-design/icons-svg/es/asn/SafetyCertificateOutlined'
import ScissorOutlined from '@ant-design/icons-svg/es/asn/ScissorOutlined'
import SettingOutlined from '@ant-design/icons-svg/es/asn/SettingOutlined'
import ShareAltOutlined from '@ant-design/icons-svg/es/asn/ShareAltOutlined'
import ShopOutlined from '@ant-design/icons-svg/es/asn/ShopOutlined'
import ShoppingCartOutlined from '@ant-design/icons-svg/es/asn/ShoppingCartOutlined'
import ShoppingOutlined from '@ant-design/icons-svg/es/asn/ShoppingOutlined'
import SkinOutlined from '@ant-design/icons-svg/es/asn/SkinOutlined'
import SolutionOutlined from '@ant-design/icons-svg/es/asn/SolutionOutlined'
import StarOutlined from '@ant-design/icons-svg/es/asn/StarOutlined'
import TagOutlined from '@ant-design/icons-svg/es/asn/TagOutlined'
import TagsOutlined from '@ant-design/icons-svg/es/asn/TagsOutlined'
import TeamOutlined from '@ant-design/icons-svg/es/asn/TeamOutlined'
import ThunderboltOutlined from '@ant-design/icons-svg/es/asn/ThunderboltOutlined'
import ToolOutlined from '@ant-design/icons-svg/es/asn/ToolOutlined'
import TrophyOutlined from '@ant-design/icons-svg/es/asn/TrophyOutlined'
import TruckOutlined from '@ant-design/icons-svg/es/asn/TruckOutlined'
import UnorderedListOutlined from '@ant-design/icons-svg/es/asn/UnorderedListOutlined'
import UserAddOutlined from '@ant-design/icons-svg/es/asn/UserAddOutlined'
import UsergroupAddOutlined from '@ant-design/icons-svg/es/asn/UsergroupAddOutlined'
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined'
import VideoCameraOutlined from '@ant-design/icons-svg/es/asn/VideoCameraOutlined'
import WalletOutlined from '@ant-design/icons-svg/es/asn/WalletOutlined'
import WechatOutlined from '@ant-design/icons-svg/es/asn/WechatOutlined'
import type { IconDefinition } from '@ant-design/icons-svg/es/types'
import type { ComponentType, CSSProperties, ReactNode } from 'react'

type IconProps = { 'aria-hidden'?: true; className?: string; style?: CSSProperties }

/** An icon of our own, in the style of the others. */
function drawn(strokes: ReactNode): ComponentType<IconProps> {
  return ({ className = '', style }) => (
    <span className={`anticon ${className}`} style={style} role="img" aria-hidden="true">
      <svg
        viewBox="2 2 20 20"
        width="1em"
        height="1em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {strokes}
      </svg>
    </span>
  )
}

const Ticket = drawn(
  <>
    <path d="M3 9V6a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v3a3 3 0 0 0 0 6v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a3 3 0 0 0 0-6z" />
    <path d="M14.5 5v2.5m0 3.2v2.6m0 3.2V19" />
  </>,
)
const Subscription = drawn(
  <>
    <path d="M4 5h16v11h-9l-4.5 3.5V16H4z" />
    <path d="M8.5 10.5l2.5 2.5 4.5-4.5" />
  </>,
)
const MiniProgram = drawn(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M16.5 9.3a2.3 2.3 0 0 0-4.5.7v4a2.3 2.3 0 1 1-2.600-2.3" />
    <path d="M16.5 9.3a2.200 2.200 0 0 1-1.700 2.200" />
  </>,
)
const MemberCard = drawn(
  <>
    <rect x="3" y="5" width="18" height="14" rx="1.5" />
    <path d="M12 8.3l1.200 2.400 2.600.4-1.900 1.900.5 2.600-2.400-1.200-2.400 1.200.5-2.600-1.900-1.900 2.600-.4z" />
  </>,
)
const Dot = drawn(<circle cx="12" cy="12" r="3.5" fill="currentColor" stroke="none" />)

/** Every icon by the name used in menus and pages; the last ten belong to the metrics of the home page. */
const icons: Readonly<Record<string, IconDefinition | ComponentType<IconProps>>> = {
  'Steve-Jobs': SolutionOutlined,
  add: PlusSquareOutlined,
  article: ReadOutlined,
  bargain: ScissorOutlined,
  bug: BugOutlined,
  chart: BarChartOutlined,
  comment: CommentOutlined,
  configure: ControlOutlined,
  coupon: Ticket,
  database: DatabaseOutlined,
  date: CalendarOutlined,
  dengji: CrownOutlined,
  dept: ApartmentOutlined,
  dictionary: BookOutlined,
  edit: FormOutlined,
  email: MailOutlined,
  express: TruckOutlined,
  fenxiao: ShareAltOutlined,
  gonggao: NotificationOutlined,
  goods: ShoppingOutlined,
  icon: TagOutlined,
  image: PictureOutlined,
  index: HomeOutlined,
  link: LinkOutlined,
  list: UnorderedListOutlined,
  live: VideoCameraOutlined,
  lock: LockOutlined,
  log: FileTextOutlined,
  menu: MenuOutlined,
  message: MessageOutlined,
  money: PayCircleOutlined,
  monitor: DashboardOutlined,
  order: ProfileOutlined,
  peoples: TeamOutlined,
  points: StarOutlined,
  price: CalculatorOutlined,
  pt: UsergroupAddOutlined,
  role: SafetyCertificateOutlined,
  seckill: ThunderboltOutlined,
  shopping: ShoppingCartOutlined,
  sign2: CarryOutOutlined,
  store: ShopOutlined,
  swagger: ApiOutlined,
  'sys-tools': ToolOutlined,
  system: SettingOutlined,
  tab: TagsOutlined,
  theme: SkinOutlined,
  timing: ClockCircleOutlined,
  tree: PartitionOutlined,
  'tree-table': ClusterOutlined,
  user: UserOutlined,
  validCode: AuditOutlined,
  wechat: WechatOutlined,
  weixin: Subscription,
  wxapp: MiniProgram,
  yingxiao: GiftOutlined,
  'total-user': IdcardOutlined,
  'new-user': UserAddOutlined,
  member: MemberCard,
  'pay-member': TrophyOutlined,
  visitor: EyeOutlined,
  'purchase-amount': AccountBookOutlined,
  'cost-amount': WalletOutlined,
  refund: RollbackOutlined,
  'conversion-rate': FunnelPlotOutlined,
  'goods-price': MoneyCollectOutlined,
}

/** The names of all icons that can be chosen. */
export const iconNames: readonly string[] = Object.keys(icons)

/** Draws an icon by its name; a missing or unknown name is drawn as a dot. */
export function Icon({ name, ...props }: IconProps & { name?: string }) {
  const drawing = (name !== undefined && Object.hasOwn(icons, name) && icons[name]) || Dot
  if (typeof drawing !== 'function') return <AntdIcon {...props} icon={drawing} aria-hidden />
  const Drawing = drawing
  return <Drawing {...props} aria-hidden />
}
