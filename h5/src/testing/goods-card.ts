/** A product as lists show it. */
export const coffee = {
  id: 4,
  storeName: '云南咖啡豆',
  image: '',
  price: 9,
  otPrice: 9,
  sales: 1,
  unitName: '袋',
  stock: 3,
  tags: [],
}
