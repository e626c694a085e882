/** The columns of Shopify's product export, in its order. */
const columns = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published', 'Option1 Name', 'Option1 Value'],
  ...['Option2 Name', 'Option2 Value', 'Option3 Name', 'Option3 Value', 'Variant SKU', 'Variant Grams'],
  ...['Variant Inventory Tracker', 'Variant Inventory Qty', 'Variant Inventory Policy', 'Variant Fulfillment Service'],
  ...['Variant Price', 'Variant Compare At Price', 'Variant Requires Shipping', 'Variant Taxable', 'Variant Barcode'],
  ...['Image Src', 'Image Alt Text', 'Gift Card', 'SEO Title', 'SEO Description'],
  ...['Google Shopping / Google Product Category', 'Google Shopping / Gender', 'Google Shopping / Age Group'],
  ...['Google Shopping / MPN', 'Google Shopping / AdWords Grouping', 'Google Shopping / AdWords Labels'],
  ...['Google Shopping / Condition', 'Google Shopping / Custom Product', 'Google Shopping / Custom Label 0'],
  ...['Google Shopping / Custom Label 1', 'Google Shopping / Custom Label 2', 'Google Shopping / Custom Label 3'],
  ...['Google Shopping / Custom Label 4', 'Variant Image', 'Variant Weight Unit'],
]

type Row = Record<string, string | number>

/** The usual values of rows with a variant. */
const usual: Row = {
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Policy': 'deny',
  'Variant Fulfillment Service': 'manual',
  'Variant Requires Shipping': 'true',
  'Variant Taxable': 'true',
  'Variant Weight Unit': 'kg',
}

/**
 * Makes a shop's export: a bicycle in two colours and two sizes with a picture of each colour, a bell and a pump, and a lock
 * whose price has three decimals.
 * @param pictures the addresses of the bicycle's
 */
export function shopifyCsv(pictures: { green: string; white: string }): string {
  const rows: Row[] = [
    {
      Handle: 'city-bike',
      Title: '城市自行车',
      Vendor: '青禾车行',
      Type: '自行车',
      Tags: '通勤, 轻便',
      'Body (HTML)': '<p>轻便，<script>alert(1)</script>每天 "骑行"，\n不累。</p>',
      Published: 'true',
      'Gift Card': 'false',
      'Option1 Name': '颜色',
      'Option2 Name': '尺寸',
      ...bicycle('墨绿', 'S', 4, pictures.green),
      'Image Src': pictures.green,
    },
    { Handle: 'city-bike', ...bicycle('墨绿', 'M', 7, pictures.green), 'Image Src': pictures.white },
    { Handle: 'city-bike', ...bicycle('米白', 'S', 0, pictures.white) },
    { Handle: 'city-bike', ...bicycle('米白', 'M', 9, pictures.white) },
    single('bell', '黄铜车铃', 39.9, { 'Image Src': 'https://pictures.invalid/bell.png' }),
    single('pump', '便携打气筒', 59),
    single('lock', '折叠车锁', '88.888'),
  ]
  const lines = rows.map((row) => columns.map((column) => quoted(String(row[column] ?? ''))).join(','))
  return [columns.join(','), ...lines].join('\r\n')
}

function bicycle(colour: string, size: string, stock: number, picture: string): Row {
  const code = `CITY-${colour === '墨绿' ? 'G' : 'W'}${size}`
  return {
    ...usual,
    'Option1 Value': colour,
    'Option2 Value': size,
    'Variant SKU': code,
    'Variant Grams': 12_500,
    'Variant Inventory Qty': stock,
    'Variant Price': size === 'S' ? '1299.00' : '1399.00',
    'Variant Compare At Price': '1599.00',
    'Variant Image': picture,
  }
}

function single(handle: string, title: string, price: number | string, more: Row = {}): Row {
  return {
    ...usual,
    Handle: handle,
    Title: title,
    Vendor: '青禾车行',
    Type: '配件',
    Published: 'true',
    'Gift Card': 'false',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant SKU': handle.toUpperCase(),
    'Variant Grams': 300,
    'Variant Inventory Qty': 12,
    'Variant Price': price,
    ...more,
  }
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
