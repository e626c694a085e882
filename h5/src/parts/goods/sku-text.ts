/** A SKU as it is read: its values come parted by a sign that is close to none in Chinese. */
export const skuText = (sku: string): string => sku.replaceAll(',', '，')
