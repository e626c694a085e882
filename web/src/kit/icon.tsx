import AccountBookOutlined from '@ant-design/icons/es/icons/AccountBookOutlined'
import ApartmentOutlined from '@ant-design/icons/es/icons/ApartmentOutlined'
import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined'
import BugOutlined from '@ant-design/icons/es/icons/BugOutlined'
import CalculatorOutlined from '@ant-design/icons/es/icons/CalculatorOutlined'
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import CarryOutOutlined from '@ant-design/icons/es/icons/CarryOutOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import ClusterOutlined from '@ant-design/icons/es/icons/ClusterOutlined'
import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import CrownOutlined from '@ant-design/icons/es/icons/CrownOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined'
import FunnelPlotOutlined from '@ant-design/icons/es/icons/FunnelPlotOutlined'
import GiftOutlined from '@ant-design/icons/es/icons/GiftOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import MoneyCollectOutlined from '@ant-design/icons/es/icons/MoneyCollectOutlined'
import NotificationOutlined from '@ant-design/icons/es/icons/NotificationOutlined'
import PartitionOutlined from '@ant-design/icons/es/icons/PartitionOutlined'
import PayCircleOutlined from '@ant-design/icons/es/icons/PayCircleOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import PlusSquareOutlined from '@ant-design/icons/es/icons/PlusSquareOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import ReadOutlined from '@ant-design/icons/es/icons/ReadOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import SafetyCertificateOutlined from '@ant-design/icons/es/icons/SafetyCertificateOutlined'
import ScissorOutlined from '@ant-design/icons/es/icons/ScissorOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import ShareAltOutlined from '@ant-design/icons/es/icons/ShareAltOutlined'
import ShopOutlined from '@ant-design/icons/es/icons/ShopOutlined'
import ShoppingCartOutlined from '@ant-design/icons/es/icons/ShoppingCartOutlined'
import ShoppingOutlined from '@ant-design/icons/es/icons/ShoppingOutlined'
import SkinOutlined from '@ant-design/icons/es/icons/SkinOutlined'
import SolutionOutlined from '@ant-design/icons/es/icons/SolutionOutlined'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import TagOutlined from '@ant-design/icons/es/icons/TagOutlined'
import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import ToolOutlined from '@ant-design/icons/es/icons/ToolOutlined'
import TrophyOutlined from '@ant-design/icons/es/icons/TrophyOutlined'
import TruckOutlined from '@ant-design/icons/es/icons/TruckOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import UsergroupAddOutlined from '@ant-design/icons/es/icons/UsergroupAddOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined'
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import WechatOutlined from '@ant-design/icons/es/icons/WechatOutlined'
import type { ComponentType, CSSProperties, ReactNode } from 'react'

type IconProps = { 'aria-hidden'?: true; className?: string; style?: CSSProperties }

/** A drawing of our own, in the manner of the others. */
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

/** Every icon by the name that menus and pages know it by; the last ten belong to the metrics of the home page (SY-76). */
const icons: Readonly<Record<string, ComponentType<IconProps>>> = {
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

/** The names an icon can be chosen by. */
export const iconNames: readonly string[] = Object.keys(icons)

/** Draws an icon by its name; a name that is not known, or none, is drawn as a dot. */
export function Icon({ name, ...props }: IconProps & { name?: string }) {
  const Drawing = name !== undefined && Object.hasOwn(icons, name) ? icons[name] : undefined
  return Drawing ? <Drawing {...props} aria-hidden /> : <Dot {...props} />
}
