/**
 * Keys and messages of WeChat Pay for tests alone, made for them: what is signed and sealed here was checked with OpenSSL, so the
 * product and the fake have to agree with it to the byte.
 */
export const merchantKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCumWQWV6HXrK3i
ELO63cnb2imWAqtVjqdA+cNSB2gou6cpS0qicZwCQ7vGzlL2dfyJVIdTw5nDlY+T
9DQVrBMu0EJx1WtVuYI198c93oqj0UVUBoPGLu1TGKfuW60TbsbaKWj0BzkzYDC5
tXsUQmXySGVvQhJIFG7j1LEbwje+O4whWqqRp1JKwZiF+LkTdHKSbJD7qouXD6l4
3NlkGU6RMceXC9jMJLWLBPidC8UOOG2hXyDkuaHIbWtWsZu+MsiiyyVjczFU1kTP
JoTw8pEUi8EFXssWmOPpu1DSgwsuSUeYSTziAUNejzoaHy67oRGInJ1sqlHkycir
hawhiVCRAgMBAAECggEAA3dOEld5AgQOi59TQhFnEXM6Qh0Zc6BaV6LdqsI04iIf
hmVVPPZOZ4kasC6mXPgopD1GVnZalhRg/knpwshgtRwzRXk8IT6GhDXAAc1qKShd
XPaoJQYHdg/WPZgaTnlzfx81UyrVityM+xLMN7G9vlqLkPLZ1A57yRAO2AM6Ag+6
IwGul3QAzrNjDppBf/q+FbXdjX/XlF8YSHcg3hEwzF8PAKS9IBHC/KEvvLWtLEMW
EEdopBh9QEVjq6EtY8YgqbwgNB/+Ilay0bEWxjQVyVTYPelx89hWWrS5bca3HD4C
78Xn/c9bbeZORnEHFuWgd2XpXUzaXp47hvaAzsBNtQKBgQDl5napL+dA1nUgg4Px
y9bKO8iJToXBk3pRNHHbanF4qWkcbqQPHl/8NIPnV7eGeaZVCaOy/duyxFwdh3zk
X4Yf8QK/OtDHMU1uZgzdG37inP/blajauobsNa347LbbNFam3ztXQarOwXHb4V+B
2EfjHQteymVbTZLOT+OFOkwghwKBgQDCa7nHTr4+94HXcikyq7mWJXUlg4wUJ6gb
KGU4YMCnwBBqrOI5rfzK+GnGtvtTpaOLb39t/9TQXd3C4oT+zruHEtUzif9vx6zQ
0vtC1RYFKU3M40b8gJzZZFgXD65/SKHqjf4BOu6DUjJjYzEbr3TayYzEAN+w1z5t
O/J63+/EJwKBgF1TTOApXgroA+wK90j0omC+HA4BHjMSlxjX3VBgyWdd/hlYoKiy
f+x1tQX4ibvBLlBe9WD3xHOxWmNyWLSsQlo9EAxo58+0p+Yk7xviyYNckFCnVEBW
b+b7c4AVN7WMbZCYFhK5yYjc5keIGakwDx6W78KvDq4ds3ak34t5uuWJAoGAWc6r
LV65UJrCFoQ8dZSPkMTSvTZrwW+kHo9lWkqPE64Lp0se4Of2ysc/DTS/GZ980U76
vRQc+PczFe/O4WkbhMR1SW5oWPkSYg/jUrbdihrPPmKKCt9aFK1eZ6CtyUwCxzc5
6tWPEYgpkHFkYNaGkv3hETUaHzT+ODUlyA6jUacCgYEA4CSSkBdTt7Cq9duALLfC
67keCaHffjjctJII7Bl2kJd8yfbYORKcMgl5Jn+I5qw1gMW6UaqF8NZSgqIlz8Aj
NbW45o303XdUiUQE70URhdXQfxO/WpmzOMNyfnnpv9QRKHnIAC5u71KoYFbO9UbY
iL18IGU0GgHf2kQ6xT3A+0s=
-----END PRIVATE KEY-----
`
export const platformKey = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC9Yj35LXYE80o5
GcS2WCeSjPumq0fDj51Q7vjk9gRy92MiXhdFaCYkNj6c0Tz70AF1dInvTXYU+cfz
b9SjYXAICrfpf42f/jQ4QsOrp281o2i0B0EkL4CPUIEDPtGOHFFQC7fsCgEVuCBl
5dcUAkOP8SuuvlgWI4ceBQ8lcE/IJGFFLoR+8A4tSmPx/oL+3KMDRKL3APAjysuV
0nIdGxvq/NR47TmIKtDdHGTUCK7xrZJRsmnHcT4qG/14RpQD844SSmF7/ENXXZGi
SSvr3MOdGYM04vffF8EDUCvrxTKezBYou5pVAKCeAxJfUPcnivC0Sip+G958WVFe
JyOxohHpAgMBAAECggEAJ8lTJD1vASi8g+T8POOlwqXQO4pZzAWooudljjJ6Kk37
O23hfTEdbDeiLU9O/McM+2hFjyrqnwr/vQ6WMVHH18SqsQkdT4q33Ub3dSE6nZ3s
IgAxKQE6xMEArZYdr7mWwpaHp/TNGAtD8SxZZEh6eavMxcwS1OnXWdDtxuuCs1TG
qlWtDuZA3CSE/QMKDK+HvoxZoeCe87XkN0svauz3nSd3mg9G7xvAK0V/UJF3tFDQ
X8mAQRp6N0GUTMA/9PE2IQHvfV2WBvZZ6spq42QkaccB9gwO3wEKYVRN775SJue8
d2mY6NcaKvxwsopMPyNk89G5Kcmz/y4CDQKy0ZIAFQKBgQDlqWPuBGqUJW7i7G5Z
6df0s/0ozPIvB9FQ/0VEcHC7YPoSWsaIeGA8OXAXNecIHs9hHxjLcaLjg/h916QP
jZnD82pIhEUepMWGgEKtMIIuUp0okRwbPU+vh4frGgHUO7O9fbywXRWRwomnJk6+
a2H6wuvrNXnKsWgH8pLXhOp+FQKBgQDTGlZIZM7Ed5HHP7H4vBypxXsiyggLlYON
CehL7b60Jt5jpyoNc0W+VIk4ZYqhUcSseIABUzZuEMfmuOmRkmHIjf+Nmo5PMmOq
9vTjaPE1R76j3ob7EYCRsovEq2/p6JWnrtRY8LVWK8qkIhQNVsWLUa8S0AA+U9sP
AiZE3ymNhQKBgQCmn2r8+P9KVI5K3TaCzYH868k0nNzo+kcG+O2MZfekOwuz3WBF
CvDnQNTuQhFIdvIGiMU4dU20u77Brn49OoLhA+2Mh0qOnQUiPFQjyxnn+dBD6mP1
71mtBCu8irXhAR+6z0riueY4RmgQeV6QEOCZSmpX0Ah44pWTjo6zBqAKsQKBgQCd
wS2/dc3qlewTuO63kWPeHtyxF8dBWN7w8/lrXGRJ3k4MrGxJlt4EqMnOolshyKgv
tvD5jIS9Zb7tFTw+c+Ss6iiSWnCEkIRYy6ofk1nF1jKJ5Q576w1oU8QNGYxNgWjs
4UKAoIjyt1D8rRbNDQ4c2dL6PQQhj6rBIXsVtqsnvQKBgEAEKxyYPhY4Vf5SxDqn
USPXoxn3c1H3vJMb0gFXUBt8VBSMOnXoSmxXaWKMAjyhs/dhzNRVPHRDzJkahx6r
3gW6mOZjFAwYNmgSXI30I+Wp6Ug34Sp27gSjH5gDycEj8RlGDXNgeb552p08+Nhl
C5jnFl4X9t9g4lPhgqH5DSZI
-----END PRIVATE KEY-----
`
export const mchid = '1900000001'
export const appid = 'wx1234567890abcdef'
export const merchantSerial = '3775B6A45ACD588826D15E583A95F5DD00000001'
export const publicKeyId = 'PUB_KEY_ID_0119000000012026112800000001'
export const certificateSerial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
export const v3Key = 'zhanggui0test0apiv3key0000000032'

/** A request with a body, one without, and what opens the window of the buyer's client; signed by the merchant. */
export const signedByMerchant = {
  post: {
    lines: ['POST', '/v3/pay/transactions/jsapi', '1795838400', '593BEC0C930BF1AFEB40B4A08C8FB242'],
    body: '{"appid":"wx1234567890abcdef","mchid":"1900000001","description":"掌柜测试 帆布袋×2","out_trade_no":"20261128120000123456-1","time_expire":"2026-11-28T12:30:00+08:00","notify_url":"https://shop.example.com/api/callback/pay/wechat","amount":{"total":12990,"currency":"CNY"},"payer":{"openid":"oTest00000000000000000000001"}}',
    signature:
      'eofD0QNG2ptGMwnqnGLbIlgYsW90kXBWk3wI9B0mQQDKrKzhOf6QYCpMdjHJ+Xt/sm/boJao4XT4LqBjgLYAGL7zU8OxToRKMalZDxwdr2YOvi8FgSy7VUfAs1gmpmYsP85EDy2OCN7hkEICjk3d7lKF40XqFAXD+Gle0BmJMjNIK1ddauTl8SIXIc/BxAgea+759MrH5R2FFpaxLz+aDTlJQiRdrVIqg+TCqbu4sNN/dET9TNkWgedkM+zvEs1mzutWU57s18Hoz8bvwz4rpHO/k4JZc6npRibWFFezGNj8714vkZWGkpCkdYpT1FLEZ5SIq2sJcLK5rhBFzITWpA==',
  },
  get: {
    lines: [
      'GET',
      '/v3/pay/transactions/out-trade-no/20261128120000123456-1?mchid=1900000001',
      '1795838401',
      'A1B2C3D4E5F60718293A4B5C6D7E8F90',
    ],
    body: '',
    signature:
      'PX4cy2cS5/2ARTOGrRVwyPrit/ICARnPhUHoii5oo43qGgb3EYJBM6tgJDYVnNd63Wcnv0thKy9Npl5oRiG/mARB6ewg1Y3C2Sl2H4HqoYarGq1IUJFcpiAnXPXbH4F5oxe+mgyFYQy4axZDmIgO8ArrrIA6fk9RAOcoz5h18XpKTkuarESvZVila3xwYRJ4K6QTbDFDl32GFGLn7XdFuCnIDTI4iv21n4KwZNYQ0WjFhbT7EzHnfu/wTRO/1iHEYvWFCVekl+FmBT8+mfqKX0JsLLcDHwO1e+UGGzNdL3Wf7j65mlpsFbKpsuHg4tuSCfHJ4QwTyAnTPxEbwzLNIg==',
  },
  client: {
    prepayId: 'wx28120000000000000000000000000001',
    timeStamp: '1795838402',
    nonceStr: '5K8264ILTKCH16CQ2502SI8ZNMTM67VS',
    paySign:
      'mcwiIM5k0n8flyj540sZ1TRdtxEwPRQWOC80ShAMdvwPGa0lFUtyYX5H3mv2LZRDZr757dM5OmUBjSKU8KkROqn328HNGUXsQXFMTgbnlNnjlVYhghJh2pxzhrfw8A5FOtvfyKNi6qsLCmrl+TdwhzxQgURydlUkvVZ0pJ0SV7mwCFGoZF+hAilv0c4VXloTpOpGEa12IuIszIPheO8atPD64fE6U3aX1id9Cd1QOomSvBDaxZtb5yMcJ+sgel7BISANKKXlbsq3tTIYUf1yLbdWWBnpfeRrQxKa5fJZkqyDMjioBf06CS0mzhg0e1fUSEFrOSoVnHn4RzlwZB0wvA==',
  },
}

/** A call-back about a payment, and an answer without a body; signed by the platform. */
export const notice = {
  at: new Date(1795838463_000),
  timestamp: '1795838463',
  nonce: 'c5ac7061fccab6bf3e254dcf98995b8c',
  signature:
    'MJi9pP1Uf5gx1adqjubey6wYDl0D4XHOtiwssCHZgVewuFdBSXyXJWi91VYYRR9h2CFlQ6adF1wDM3FVEhvtvv9zddsVKXt49V5ssrrhu7ilAlJXkyBr5KdFdN99riwRFgC1+nJ+rojc/Qb+SMQx9N/EFtMsKYPsUd5eEIDWiKmbu2xai/gV04pslhETfI7GBZ+Vyt7DOoS0+/mR4xWXA2sLATG5EsTrvszo1xhGH9kmng0kmt1QEhcYwmjMLhBjI8wgvI3oobllbS5LXaFsH51OlMV+94/MkJvroo3VTiHUwO93OND6QEeKRykq6biVF7n1NmCBRLMP3aRpHaKz4Q==',
  body: '{"id":"EV-2026112812010300001","create_time":"2026-11-28T12:01:03+08:00","resource_type":"encrypt-resource","event_type":"TRANSACTION.SUCCESS","summary":"支付成功","resource":{"original_type":"transaction","algorithm":"AEAD_AES_256_GCM","ciphertext":"UNMDyMCUiCiIep4VYOr72ykQo8zLr2Cx/OMeUh9RiA0PwK3z9/qdGVJrJXucQGywYp380jxjggeEiNqlXPU+CiJLSR/RV8L3QDK8QZC1CBdP8zf+n/86lhQGLh8yVPKGduYCoiRb3RdpbbWolo8kD0SlpiPphCeS8cCE0jXlj/3phvxQY4I7jdW+cstk9xLyLrzd1Mj0Oqy6iPZMOk7wQG4MSn43LGqOakPorssYFvx/+OJpUGLnmiTH9gBxA8Mpk110sSFNLldWD75PFpwqcYuNSJ/LcGF9zpK3kjbtvAHrGz6n9DlP+0ZfU5/sgFabppGn4ODN/EgZ7NYeQ+SwWA2VDQ1hACNJ1qyLMiLdQzYeehOIbuhPIOfT+OyGWcIGnG/GZFCIOajfJUIhjKCeaCqDnD/bGWU6Q9MWVGqYuGJErBfqcqNNWOwtC8q7H3OAiTeY13CpLYzZzEjeA6a+kDGX/pmqnlxepJtPHEgUTkcT7EgoRi/MGBAnBisjDhwaaiAhufvWqM58xQsCNEYD6nl8Ih+zcZNIsawigXIDiHiByq+kRJUSYfCztI81lS4xYnlmC8Ta62wTggqXMQ==","associated_data":"transaction","nonce":"Hn3kq8Zt1Pw0"}}',
}
export const emptyAnswer = {
  timestamp: '1795838470',
  nonce: '00112233445566778899aabbccddeeff',
  signature:
    'DpO4qj+oXhfOuHVvNF31VeLLJo+TZu6uDZQ05QY6tWuICz5EV9UB32kt1CFqHztL8pkEfSAtCf3QCqwUe4rnzZ+3ecDEt1m5Wq6ijzlUrPe31xW98zN48uFTeXohSGXseRDCI3DhqDhG2Jcvjo3sSHFb82jE7CpSTLtGVKxKehq1P6YX06iZQKrKHnjNaINY+IJMgEEdsuPzn6ZYBv+DH3cibjNKcRasUMFYU1CJrq+dDzIO3OtpcnKkXeQnbG5k7Z07UB6lRJ1xRkC2e6fALF013pdWhgYxYBoFewIwDiBQNG8rLnXWt5MGQZbg8q0sn7PEEOq+3F6DdUXtbpv35Q==',
}

/** What is sealed with the v3 key. */
export const sealedTexts = [
  {
    nonce: 'Hn3kq8Zt1Pw0',
    associated: 'transaction',
    plain:
      '{"mchid":"1900000001","appid":"wx1234567890abcdef","out_trade_no":"20261128120000123456-1","transaction_id":"4200000000202611281234567890","trade_type":"JSAPI","trade_state":"SUCCESS","trade_state_desc":"支付成功","bank_type":"OTHERS","attach":"","success_time":"2026-11-28T12:01:02+08:00","payer":{"openid":"oTest00000000000000000000001"},"amount":{"total":12990,"payer_total":12990,"currency":"CNY","payer_currency":"CNY"}}',
    cipher:
      'UNMDyMCUiCiIep4VYOr72ykQo8zLr2Cx/OMeUh9RiA0PwK3z9/qdGVJrJXucQGywYp380jxjggeEiNqlXPU+CiJLSR/RV8L3QDK8QZC1CBdP8zf+n/86lhQGLh8yVPKGduYCoiRb3RdpbbWolo8kD0SlpiPphCeS8cCE0jXlj/3phvxQY4I7jdW+cstk9xLyLrzd1Mj0Oqy6iPZMOk7wQG4MSn43LGqOakPorssYFvx/+OJpUGLnmiTH9gBxA8Mpk110sSFNLldWD75PFpwqcYuNSJ/LcGF9zpK3kjbtvAHrGz6n9DlP+0ZfU5/sgFabppGn4ODN/EgZ7NYeQ+SwWA2VDQ1hACNJ1qyLMiLdQzYeehOIbuhPIOfT+OyGWcIGnG/GZFCIOajfJUIhjKCeaCqDnD/bGWU6Q9MWVGqYuGJErBfqcqNNWOwtC8q7H3OAiTeY13CpLYzZzEjeA6a+kDGX/pmqnlxepJtPHEgUTkcT7EgoRi/MGBAnBisjDhwaaiAhufvWqM58xQsCNEYD6nl8Ih+zcZNIsawigXIDiHiByq+kRJUSYfCztI81lS4xYnlmC8Ta62wTggqXMQ==',
  },
  {
    nonce: '9bQ7xL2mC5dE',
    associated: 'refund',
    plain:
      '{"mchid":"1900000001","out_trade_no":"20261128120000123456-1","transaction_id":"4200000000202611281234567890","out_refund_no":"R20261128130000000001","refund_id":"50300000002026112800000000001","refund_status":"SUCCESS","success_time":"2026-11-28T13:00:05+08:00","user_received_account":"支付用户零钱","amount":{"total":12990,"refund":990,"payer_total":12990,"payer_refund":990}}',
    cipher:
      'C3ccuW2EoBeUgLt2KMQmGzp9Rew0Vu2H8tsIAd7oRvYiT9JwGTFu11Bs2+7odBIzUni/NgCbJLEVoOW89DWGsUpbiY0Hzdkr4PpBQkxBnOhTGjamo/d9GBsJtmRnn+H8n7A6jen2IkTUxTbEIGTHrinJ0yxtJNtJx9ebcdw/gW2JxRgxF1MKc3C6Ja0kPldjWvJOEjvAMF9flOsthsDMrJV+E+XSWhxTF8FWg1FZ0aABKJ5rGcm5bHSIX5/8d5jCE8BCYdwPUwHwrGSXZF93kD8jQwGxrUU07m6fdvCrvqaJqrb3NC37Uzs0s7F+LV1SkLX56EuCVmYXdVcQPLcqge0wqXX1WT2TepTJbdKCpxtOvguD4zYB5Revol9wheZa4BCfg1iRS5WCt0MlsvX22JqUDL+TXZZet5xOdTS6b2qOR/ZVsQCeySez3c1dKh22+frNYsWw25wlksz/O7J+ZivN2x/6yzEJHGD1Xc9Ke9TPrBT6yhwsO6KajC8kM8oXORDtRUBg/qj14d8NB17V7tQ=',
  },
] as const

/** A day's bill of two payments and a refund; each line ends with a carriage return and a line feed. */
export const billText =
  `交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注
\`2026-11-28 12:01:02,\`wx1234567890abcdef,\`1900000001,\`0,\`,\`4200000000202611281234567890,\`20261128120000123456-1,\`oTest00000000000000000000001,\`JSAPI,\`SUCCESS,\`OTHERS,\`CNY,\`129.90,\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`掌柜测试 帆布袋×2,\`,\`0.78000,\`0.60%,\`129.90,\`0.00,\`
\`2026-11-28 12:30:00,\`wx1234567890abcdef,\`1900000001,\`0,\`,\`4200000000202611289876543210,\`20261128122900654321-1,\`oTest00000000000000000000002,\`JSAPI,\`SUCCESS,\`OTHERS,\`CNY,\`0.01,\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`测试,\`,\`0.00000,\`0.60%,\`0.01,\`0.00,\`
\`2026-11-28 13:00:00,\`wx1234567890abcdef,\`1900000001,\`0,\`,\`4200000000202611281234567890,\`20261128120000123456-1,\`oTest00000000000000000000001,\`JSAPI,\`REFUND,\`OTHERS,\`CNY,\`0.00,\`0.00,\`50300000002026112800000000001,\`R20261128130000000001,\`9.90,\`0.00,\`ORIGINAL,\`PROCESSING,\`掌柜测试 帆布袋×2,\`,\`-0.06000,\`0.60%,\`0.00,\`9.90,\`
总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额
\`3,\`129.91,\`9.90,\`0.00,\`0.72000,\`129.91,\`9.90
`.replaceAll('\n', '\r\n')
export const billSha1 = '683e0936526400d930744025387fba549e0cf012'
