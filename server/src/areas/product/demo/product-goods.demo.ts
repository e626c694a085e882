import type { Colour, Glyph } from './product-pictures.demo.ts'
import type { KindName } from './product-words.demo.ts'

/** A dimension of the SKUs; `times` are the prices of its values as multiples of the first one's. */
export type GoodsSpec = { name: string; values: readonly string[]; times?: readonly number[] }
/** A kind of goods: a second-level category whose products are named by brand, style and noun. */
export type GoodsKind = {
  name: KindName
  noun: string
  glyph: Glyph
  colours: readonly [Colour, Colour]
  unit: string
  /** The range of prices, in yuan. */
  price: readonly [number, number]
  /** Weight per piece in kg. */
  weight: number
  specs?: readonly GoodsSpec[]
  styles: readonly string[]
}
export type Freight = 'free' | 'express' | 'cold' | 'bulky'
/** An industry: a first-level category. */
export type Industry = {
  name: string
  code: string
  brands: readonly string[]
  freight: Freight
  /** Names and usual values of the parameter template. */
  params: Readonly<Record<string, string>>
  /** The beginning of descriptions, and their text on returns. */
  intro: string
  returns: string
  kinds: readonly GoodsKind[]
}

const colours = (...values: string[]): GoodsSpec => ({ name: '颜色', values })
const sizes = (...values: string[]): GoodsSpec => ({ name: '尺码', values })
const clothes = sizes('S', 'M', 'L', 'XL')
const sized = (name: string, values: readonly string[], times: readonly number[]): GoodsSpec => ({
  name,
  values,
  times,
})
const words = (text: string) => text.split(' ')

export const industries: readonly Industry[] = [
  {
    name: '服饰鞋帽',
    code: 'FS',
    brands: ['拾布', '木棉集', '南屿'],
    freight: 'express',
    params: { 版型: '标准', 适用季节: '四季', 产地: '浙江', 安全类别: 'B 类', 洗涤方式: '30℃以下机洗' },
    intro: '为日常穿着而做，选料、剪裁和走线都经得起细看。',
    returns: '签收后七天内吊牌完好、未洗涤可退换；尺码不合适可免费换一次。',
    kinds: [
      {
        ...{
          name: 'T恤',
          noun: 'T恤',
          glyph: 'tshirt',
          colours: ['珊瑚', '湖蓝'],
          unit: '件',
          price: [49, 129],
          weight: 0.22,
        },
        specs: [colours('珊瑚红', '湖水蓝'), clothes],
        styles: words('新疆长绒棉圆领 重磅美式复古 凉感冰丝 条纹海魂 宽松落肩 速干运动 小众刺绣 亲子印花'),
      },
      {
        ...{
          name: '连衣裙',
          noun: '连衣裙',
          glyph: 'dress',
          colours: ['樱粉', '湖蓝'],
          unit: '件',
          price: [139, 329],
          weight: 0.4,
        },
        specs: [colours('樱花粉', '雾霾蓝'), sizes('S', 'M', 'L')],
        styles: words('法式茶歇 收腰针织 亚麻方领 小碎花雪纺 新中式盘扣 背带牛仔 缎面吊带 学院风百褶'),
      },
      {
        ...{
          name: '裤装',
          noun: '长裤',
          glyph: 'jeans',
          colours: ['湖蓝', '墨黑'],
          unit: '条',
          price: [89, 239],
          weight: 0.55,
        },
        specs: [colours('复古蓝', '水洗黑'), sizes('28', '29', '30', '31', '32')],
        styles: words('直筒高腰牛仔 微喇显瘦牛仔 宽松工装 垂感西装 加绒保暖休闲 四面弹修身 灯芯绒复古 抽绳运动'),
      },
      {
        ...{
          name: '鞋靴',
          noun: '鞋',
          glyph: 'sneaker',
          colours: ['奶咖', '墨黑'],
          unit: '双',
          price: [129, 399],
          weight: 0.9,
        },
        specs: [sizes('37', '38', '39', '40', '41', '42')],
        styles: words('轻量缓震跑步 复古德训 透气网面休闲 厚底增高板 防滑徒步 一脚蹬帆布 真皮通勤小白 耐磨训练'),
      },
      {
        ...{
          name: '帽子配饰',
          noun: '帽',
          glyph: 'hat',
          colours: ['奶咖', '雾紫'],
          unit: '顶',
          price: [29, 99],
          weight: 0.12,
        },
        specs: [colours('燕麦色', '雾紫色')],
        styles: words('大檐防晒渔夫 水洗棒球 羊毛贝雷 手工编织草 速干空顶 针织冷 双面遮阳 可折叠太阳'),
      },
    ],
  },
  {
    name: '食品生鲜',
    code: 'SP',
    brands: ['山野优选', '田小满', '清晨农场'],
    freight: 'cold',
    params: { 产地: '云南', 保质期: '12 个月', 储存方式: '阴凉干燥处', 净含量: '500g' },
    intro: '从产地到餐桌，只挑当季的好东西。',
    returns: '生鲜如有破损变质，请在签收后 24 小时内拍照联系客服，核实后包赔；食品拆封后不支持无理由退货。',
    kinds: [
      {
        ...{
          name: '新鲜水果',
          noun: '',
          glyph: 'fruit',
          colours: ['珊瑚', '抹茶'],
          unit: '箱',
          price: [29, 99],
          weight: 2.5,
        },
        specs: [sized('规格', ['2.5斤装', '5斤装', '9斤装'], [1, 1.8, 3])],
        styles: words(
          '阿克苏冰糖心苹果 洛川红富士苹果 昭通丑苹果 王林青苹果 赣南脐橙 爱媛果冻橙 库尔勒香梨 烟台黄金奶油富士',
        ),
      },
      {
        ...{
          name: '茗茶',
          noun: '茶',
          glyph: 'tea',
          colours: ['抹茶', '奶咖'],
          unit: '罐',
          price: [58, 268],
          weight: 0.2,
        },
        specs: [sized('净含量', ['100克', '250克', '500克'], [1, 2.3, 4.2])],
        styles: words(
          '明前龙井绿 武夷正山红 安溪清香铁观音乌龙 福鼎白毫银针白 云南古树普洱熟 茉莉龙珠花 陈皮白 信阳毛尖绿',
        ),
      },
      {
        ...{
          name: '粮油米面',
          noun: '',
          glyph: 'rice',
          colours: ['暖黄', '奶咖'],
          unit: '袋',
          price: [25, 89],
          weight: 5,
        },
        specs: [sized('规格', ['2.5kg', '5kg', '10kg'], [1, 1.9, 3.6])],
        styles: words(
          '五常稻花香大米 盘锦蟹田大米 泰国茉莉香米 有机黑芝麻杂粮米 延津高筋面粉 沁州黄小米 东北黏玉米碴 三色藜麦米',
        ),
      },
      {
        ...{
          name: '乳品饮料',
          noun: '',
          glyph: 'milk',
          colours: ['湖蓝', '珊瑚'],
          unit: '箱',
          price: [45, 98],
          weight: 3,
        },
        specs: [sized('规格', ['6瓶', '12瓶', '24瓶'], [1, 1.9, 3.6])],
        styles: words(
          '低温巴氏鲜牛奶 A2β酪蛋白纯牛奶 希腊式浓酸奶 零蔗糖燕麦奶 水牛纯牛奶 草莓风味酸乳 有机全脂纯牛奶 冷榨椰子水',
        ),
      },
      {
        ...{
          name: '咖啡冲饮',
          noun: '',
          glyph: 'coffee',
          colours: ['奶咖', '墨黑'],
          unit: '袋',
          price: [39, 129],
          weight: 0.3,
        },
        specs: [
          { name: '研磨', values: ['咖啡豆', '手冲粉', '意式粉'] },
          sized('净含量', ['250克', '500克'], [1, 1.85]),
        ],
        styles: words(
          '云南保山日晒咖啡 意式特浓拼配咖啡 埃塞耶加雪菲咖啡 哥伦比亚慧兰咖啡 低因水洗咖啡 曼特宁深烘咖啡 巴西黄波旁咖啡 肉桂坚果拼配咖啡',
        ),
      },
    ],
  },
  {
    name: '家居生活',
    code: 'JJ',
    brands: ['半夏', '良木', '小屋'],
    freight: 'bulky',
    params: { 材质: '实木', 风格: '现代简约', 产地: '广东佛山', 安装方式: '免安装' },
    intro: '线条简单，质感耐看，放在家里不张扬。',
    returns: '签收后七天内商品完好可退换，如有质量问题请拍照联系客服。',
    kinds: [
      {
        ...{
          name: '杯壶',
          noun: '马克杯',
          glyph: 'mug',
          colours: ['抹茶', '珊瑚'],
          unit: '个',
          price: [29, 79],
          weight: 0.4,
        },
        specs: [colours('抹茶绿', '珊瑚橘')],
        styles: words('手工粗陶 北欧哑光 带盖大容量 骨瓷描金 复古窑变 情侣对 耐热高硼硅 猫爪浮雕'),
      },
      {
        ...{
          name: '靠垫床品',
          noun: '抱枕',
          glyph: 'pillow',
          colours: ['雾紫', '暖黄'],
          unit: '个',
          price: [35, 119],
          weight: 0.6,
        },
        specs: [sized('尺寸', ['45×45cm', '50×50cm', '60×60cm'], [1, 1.2, 1.5])],
        styles: words('提花几何 灯芯绒纯色 羽绒填充 亚麻素色 长毛绒冬季 乳胶护腰 刺绣国风 双面可拆洗'),
      },
      {
        ...{
          name: '灯具',
          noun: '台灯',
          glyph: 'lamp',
          colours: ['珊瑚', '抹茶'],
          unit: '台',
          price: [79, 299],
          weight: 1.6,
        },
        styles: words('护眼阅读 复古布艺床头 实木落地 蘑菇氛围 充电便携 全光谱学习 和纸手作 智能调光'),
      },
      {
        ...{
          name: '毛巾浴巾',
          noun: '毛巾',
          glyph: 'towel',
          colours: ['湖蓝', '樱粉'],
          unit: '条',
          price: [19, 69],
          weight: 0.15,
        },
        specs: [colours('湖蓝', '樱粉'), sized('规格', ['单条', '3条装', '5条装'], [1, 2.7, 4.3])],
        styles: words('纯棉强吸水 A类抑菌 加厚酒店款 竹纤维柔软 儿童卡通 速干运动 泡泡纱轻薄 长绒棉素缎'),
      },
      {
        ...{
          name: '厨房锅具',
          noun: '锅',
          glyph: 'pot',
          colours: ['珊瑚', '墨黑'],
          unit: '口',
          price: [99, 399],
          weight: 3.2,
        },
        specs: [sized('尺寸', ['20cm', '24cm', '28cm'], [1, 1.25, 1.5])],
        styles: words('珐琅铸铁炖 麦饭石不粘炒 304不锈钢汤 日式雪平奶 砂陶养生煲汤 可立盖不粘煎 多功能蒸 无涂层精铁炒'),
      },
    ],
  },
  {
    name: '数码电器',
    code: 'SM',
    brands: ['声屿', '极简派', '北辰'],
    freight: 'free',
    params: { 连接方式: '蓝牙 5.3', 续航时间: '约 30 小时', 保修期: '一年', 认证: '3C' },
    intro: '出厂前逐台检测，把常用的功能做扎实。',
    returns: '签收后七天无理由退货，一年内非人为损坏免费保修。',
    kinds: [
      {
        ...{
          name: '耳机',
          noun: '耳机',
          glyph: 'headphones',
          colours: ['墨黑', '雾紫'],
          unit: '副',
          price: [99, 699],
          weight: 0.3,
        },
        specs: [colours('曜石黑', '雾紫')],
        styles: words('头戴式主动降噪 开放式挂耳蓝牙 Hi-Fi有线 电竞低延迟 儿童护听 睡眠静音 半入耳通话降噪 骨传导运动'),
      },
      {
        ...{
          name: '键鼠外设',
          noun: '键盘',
          glyph: 'keyboard',
          colours: ['湖蓝', '墨黑'],
          unit: '个',
          price: [129, 499],
          weight: 0.8,
        },
        specs: [{ name: '轴体', values: ['红轴', '茶轴', '静音红轴'] }],
        styles: words(
          '87键无线机械 75%铝坨坨客制化 三模热插拔机械 矮轴超薄蓝牙 复古圆键帽机械 人体工学分体 便携折叠蓝牙 全键无冲电竞',
        ),
      },
      {
        ...{
          name: '智能穿戴',
          noun: '手表',
          glyph: 'watch',
          colours: ['墨黑', '珊瑚'],
          unit: '块',
          price: [199, 999],
          weight: 0.1,
        },
        specs: [colours('深空黑', '珊瑚橙')],
        styles: words(
          '户外GPS运动 血氧心率健康 儿童定位通话 超长续航商务 AMOLED大屏智能 轻薄女士智能 潜水50米防水 太阳能军规',
        ),
      },
      {
        ...{
          name: '音箱',
          noun: '音箱',
          glyph: 'speaker',
          colours: ['抹茶', '墨黑'],
          unit: '台',
          price: [99, 599],
          weight: 1.2,
        },
        styles: words(
          '便携防水蓝牙 复古胡桃木书架 家庭影院回音壁 桌面低音炮 户外大功率 智能语音 迷你串联 黑胶唱机伴侣',
        ),
      },
      {
        ...{
          name: '充电配件',
          noun: '充电器',
          glyph: 'charger',
          colours: ['暖黄', '湖蓝'],
          unit: '个',
          price: [39, 199],
          weight: 0.15,
        },
        specs: [sized('功率', ['20W', '33W', '65W'], [1, 1.4, 2.2])],
        styles: words('氮化镓迷你 多口快充 磁吸无线 伸缩线一体 车载双口 桌面七合一 旅行全球通 三合一磁吸'),
      },
    ],
  },
  {
    name: '美妆护肤',
    code: 'MZ',
    brands: ['初见', '花间', '素野'],
    freight: 'free',
    params: { 适用肤质: '所有肤质', 保质期: '三年', 限期使用: '开封后 12 个月', 产地: '上海' },
    intro: '配方精简，质地舒服，每天都愿意用。',
    returns: '未拆封可七天无理由退货；使用后如有不适请立即停用并联系客服。',
    kinds: [
      {
        ...{
          name: '口红',
          noun: '口红',
          glyph: 'lipstick',
          colours: ['樱粉', '珊瑚'],
          unit: '支',
          price: [59, 199],
          weight: 0.05,
        },
        specs: [{ name: '色号', values: ['01豆沙', '02正红', '03奶茶', '04番茄'] }],
        styles: words('丝绒哑光 水润镜面 滋养变色 雾面空气 国风雕花 细管小样 黑管持色 唇釉双头'),
      },
      {
        ...{
          name: '面霜',
          noun: '面霜',
          glyph: 'cream',
          colours: ['湖蓝', '樱粉'],
          unit: '瓶',
          price: [89, 299],
          weight: 0.2,
        },
        specs: [sized('净含量', ['30g', '50g'], [1, 1.5])],
        styles: words('神经酰胺修护 玻尿酸保湿 积雪草舒缓 烟酰胺焕亮 早C晚A日夜 角鲨烷滋润 清爽控油凝 胶原紧致'),
      },
      {
        ...{
          name: '精华',
          noun: '精华液',
          glyph: 'serum',
          colours: ['抹茶', '暖黄'],
          unit: '瓶',
          price: [119, 359],
          weight: 0.15,
        },
        specs: [sized('净含量', ['15ml', '30ml', '50ml'], [1, 1.8, 2.7])],
        styles: words('B5修护 视黄醇抗皱 熊果苷亮肤 二裂酵母 水杨酸净肤 多肽紧致 维C抗氧 红没药醇舒缓'),
      },
      {
        ...{
          name: '香水',
          noun: '香水',
          glyph: 'perfume',
          colours: ['雾紫', '樱粉'],
          unit: '瓶',
          price: [99, 399],
          weight: 0.25,
        },
        specs: [sized('容量', ['10ml', '30ml', '50ml'], [1, 2.2, 3.2])],
        styles: words('雨后青苔 白茶微醺 桂花乌龙 雪松木质 海盐鼠尾草 玫瑰晚安 无花果初夏 柑橘日光'),
      },
      {
        ...{
          name: '面膜',
          noun: '面膜',
          glyph: 'mask',
          colours: ['抹茶', '湖蓝'],
          unit: '盒',
          price: [39, 159],
          weight: 0.3,
        },
        specs: [sized('规格', ['5片', '10片', '20片'], [1, 1.8, 3.2])],
        styles: words('玻尿酸补水 蚕丝舒缓 黑膜净透 冻干修护 熬夜急救 氨基酸温和 夜间免洗睡眠 绿茶控油'),
      },
    ],
  },
  {
    name: '母婴用品',
    code: 'MY',
    brands: ['小豆丁', '暖芽', '月光熊'],
    freight: 'express',
    params: { 适用年龄: '0–3 岁', 材质: '食品接触级', 执行标准: '国家标准', 产地: '江苏南通' },
    intro: '像给自己孩子挑选一样，材质和边角都反复确认。',
    returns: '签收后七天内商品完好可退换，如有质量问题请拍照联系客服。',
    kinds: [
      {
        ...{
          name: '奶瓶喂养',
          noun: '奶瓶',
          glyph: 'bottle',
          colours: ['湖蓝', '樱粉'],
          unit: '个',
          price: [49, 169],
          weight: 0.3,
        },
        specs: [sized('容量', ['160ml', '240ml', '330ml'], [1, 1.15, 1.3])],
        styles: words('PPSU防摔宽口径 玻璃新生儿 防胀气弯头 吸管学饮 硅胶仿母乳 恒温感温 一体大手柄 断奶神器'),
      },
      {
        ...{
          name: '毛绒玩具',
          noun: '玩偶',
          glyph: 'bear',
          colours: ['奶咖', '樱粉'],
          unit: '个',
          price: [39, 159],
          weight: 0.5,
        },
        specs: [sized('高度', ['30cm', '45cm', '60cm'], [1, 1.6, 2.4])],
        styles: words('泰迪熊安抚 软糯小兔陪睡 会唱歌的小熊 可水洗安抚巾 手工编织小熊 生肖限定 加重助眠 亲子手套'),
      },
      {
        ...{
          name: '益智玩具',
          noun: '积木',
          glyph: 'blocks',
          colours: ['珊瑚', '湖蓝'],
          unit: '套',
          price: [59, 239],
          weight: 1.1,
        },
        specs: [sized('规格', ['50粒', '100粒', '200粒'], [1, 1.7, 2.9])],
        styles: words('榉木大颗粒 磁力片拼接 软胶可啃咬 汉字启蒙 轨道滚珠 城市场景 彩虹拱形 几何形状配对'),
      },
      {
        ...{
          name: '纸尿裤湿巾',
          noun: '',
          glyph: 'diaper',
          colours: ['暖黄', '抹茶'],
          unit: '包',
          price: [39, 139],
          weight: 1.3,
        },
        specs: [sizes('NB', 'S', 'M', 'L', 'XL')],
        styles: words(
          '云柔超薄纸尿裤 夜用干爽纸尿裤 一体式拉拉裤 游泳防水拉拉裤 敏感肌弱酸纸尿裤 早产儿专用纸尿裤 学步透气拉拉裤 蚕丝亲肤纸尿裤',
        ),
      },
      {
        ...{
          name: '童车童床',
          noun: '婴儿车',
          glyph: 'stroller',
          colours: ['墨黑', '雾紫'],
          unit: '辆',
          price: [299, 1299],
          weight: 7.5,
        },
        styles: words('双向高景观 轻便可登机 一键折叠 双胞胎并排 三合一提篮 遛娃神器四轮 避震越野 睡篮可躺'),
      },
    ],
  },
  {
    name: '运动户外',
    code: 'HW',
    brands: ['云渡', '长风', '野径'],
    freight: 'bulky',
    params: { 适用场景: '露营、徒步', 面料: '210D牛津布', 防水指数: 'PU2000mm', 产地: '福建厦门' },
    intro: '户外实测过才上架，结实、轻便、好收纳。',
    returns: '签收后七天内商品完好可退换，如有质量问题请拍照联系客服。',
    kinds: [
      {
        ...{
          name: '帐篷',
          noun: '帐篷',
          glyph: 'tent',
          colours: ['抹茶', '珊瑚'],
          unit: '顶',
          price: [199, 1199],
          weight: 4.2,
        },
        specs: [sized('规格', ['2人', '3-4人', '5-8人'], [1, 1.5, 2.2])],
        styles: words('全自动速开 双层防暴雨 一室一厅隧道 超轻徒步 金字塔印第安 黑胶防晒 充气式家庭 天幕二合一'),
      },
      {
        ...{
          name: '背包',
          noun: '背包',
          glyph: 'backpack',
          colours: ['湖蓝', '珊瑚'],
          unit: '个',
          price: [129, 499],
          weight: 1.1,
        },
        specs: [sized('容量', ['25L', '40L', '60L'], [1, 1.4, 1.9])],
        styles: words('悬浮背负登山 城市通勤双肩 越野跑水袋 防水骑行 可折叠旅行 摄影内胆 战术多仓 亲子徒步'),
      },
      {
        ...{
          name: '水具',
          noun: '保温壶',
          glyph: 'thermos',
          colours: ['珊瑚', '抹茶'],
          unit: '个',
          price: [59, 259],
          weight: 0.6,
        },
        specs: [colours('日出橙', '苔原绿'), sized('容量', ['500ml', '750ml', '1L'], [1, 1.2, 1.4])],
        styles: words('真空不锈钢 弹盖运动 纯钛双层 咖啡随行 车载大容量 户外焖烧 316内胆 智能温显'),
      },
      {
        ...{
          name: '骑行装备',
          noun: '骑行头盔',
          glyph: 'helmet',
          colours: ['湖蓝', '暖黄'],
          unit: '顶',
          price: [99, 459],
          weight: 0.35,
        },
        specs: [sizes('M', 'L')],
        styles: words('一体成型公路 山地全盔 气动破风 城市通勤 带尾灯 儿童轮滑 磁吸风镜 轻量透气'),
      },
      {
        ...{
          name: '露营家具',
          noun: '折叠椅',
          glyph: 'chair',
          colours: ['抹茶', '奶咖'],
          unit: '把',
          price: [69, 329],
          weight: 2.6,
        },
        styles: words('克米特实木 月亮 高背躺 铝合金导演 超轻便携 蛋卷桌配套 可调节午休 双人情侣'),
      },
    ],
  },
  {
    name: '图书文创',
    code: 'TS',
    brands: ['远山书坊', '纸鸢', '小满文创'],
    freight: 'express',
    params: { 装帧: '平装', 开本: '32 开', 语言: '简体中文', 页数: '约 300 页' },
    intro: '值得慢慢翻开的书，和舍得每天用的文具。',
    returns: '签收后七天内未使用可退换；印刷、装订问题请拍照联系客服换新。',
    kinds: [
      {
        ...{
          name: '小说文学',
          noun: '',
          glyph: 'novel',
          colours: ['雾紫', '湖蓝'],
          unit: '册',
          price: [32, 68],
          weight: 0.4,
        },
        styles: words(
          '《山海来信》长篇小说 《雨停在七月》短篇集 《纸上的灯》散文集 《长街旧事》长篇小说 《群星与渡口》科幻小说 《南方有榕》长篇小说 《夜航的人》悬疑小说 《四季札记》散文集',
        ),
      },
      {
        ...{
          name: '美食生活',
          noun: '',
          glyph: 'cookbook',
          colours: ['珊瑚', '暖黄'],
          unit: '册',
          price: [38, 88],
          weight: 0.6,
        },
        styles: words(
          '《一人食的一周》家常菜谱 《砂锅里的四季》煲汤书 《从零开始的面包课》 《妈妈的早餐本》 《川味小馆》 《手冲咖啡入门》 《轻食沙拉一百道》 《厨房收纳术》',
        ),
      },
      {
        ...{
          name: '童书绘本',
          noun: '',
          glyph: 'picturebook',
          colours: ['樱粉', '抹茶'],
          unit: '册',
          price: [28, 76],
          weight: 0.5,
        },
        specs: [sized('装帧', ['平装', '精装'], [1, 1.6])],
        styles: words(
          '《小熊的月亮灯》绘本 《蚂蚁邮差》绘本 《会飞的早餐》绘本 《恐龙不想睡》绘本 《外婆的菜园》绘本 《数字去旅行》启蒙书 《节气里的中国》科普绘本 《我的身体会说话》科普绘本',
        ),
      },
      {
        ...{
          name: '科技教育',
          noun: '',
          glyph: 'techbook',
          colours: ['墨黑', '湖蓝'],
          unit: '册',
          price: [49, 129],
          weight: 0.7,
        },
        styles: words(
          '《数据库设计实务》 《前端工程十讲》 《算法图说》 《给孩子的编程课》 《产品经理手记》 《统计学的温度》 《网络是怎样连起来的》 《机器学习导引》',
        ),
      },
      {
        ...{
          name: '文具手账',
          noun: '手账本',
          glyph: 'notebook',
          colours: ['奶咖', '樱粉'],
          unit: '本',
          price: [25, 89],
          weight: 0.35,
        },
        specs: [colours('奶咖', '樱粉'), { name: '内页', values: ['横线', '方格', '点阵'] }],
        styles: words('复古牛皮活页 布面刺绣 一日一页 线圈随身 国风烫金 硬壳磁扣 自填式周计划 旅行者口袋'),
      },
    ],
  },
]

/** Nicknames of reviewers. */
export const nicknames = words(
  '清风徐来 小鹿乱撞 半糖主义 爱吃鱼的猫 阿宁 南方姑娘 老王家 橙子味的夏天 木子李 星河 慢慢来 大橘为重 一米阳光 豆豆妈 山里人家 小满 晚安 青柠 北方的狼 叮当 静水 麦芽糖 旅行的云 周末去爬山',
)
