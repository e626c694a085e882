/** Texts that run code where somebody puts them into a page as they are. */
export const smuggled = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg onload=alert(1)>', '<svg/onload=alert(1)>'],
  ...[
    '<iframe src=javascript:alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
  ],
  ...['<a href="jav&#x09;ascript:alert(1)">x</a>', '<a href="java\nscript:alert(1)">x</a>', '<body onload=alert(1)>'],
  ...['<video src=x onerror=alert(1)>', '<audio src=x onerror=alert(1)>', '<details open ontoggle=alert(1)>'],
  ...[
    '<input autofocus onfocus=alert(1)>',
    '<form action=javascript:alert(1)><input type=submit>',
    '<object data=javascript:alert(1)>',
  ],
  ...[
    '<embed src=javascript:alert(1)>',
    '<math href=javascript:alert(1)>x</math>',
    '<style>@import "javascript:alert(1)"</style>',
  ],
  ...['<p style="background:url(javascript:alert(1))">x</p>', '<p style="width:expression(alert(1))">x</p>'],
  ...[
    '<p style="color:red;behavior:url(x.htc)">x</p>',
    '<p style="-moz-binding:url(x)">x</p>',
    '<p onclick=alert(1)>x</p>',
  ],
  ...[
    '<link rel=stylesheet href=javascript:alert(1)>',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  ],
  ...[
    '<base href=javascript:alert(1)//>',
    '<template><script>alert(1)</script></template>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  ],
  ...[
    '<svg><script>alert(1)</script></svg>',
    '<svg><animate onbegin=alert(1)>',
    '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
  ],
  ...[
    '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
    '<!--><script>alert(1)</script>-->',
    '<![CDATA[<script>alert(1)</script>]]>',
  ],
  ...[
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<SCRIPT SRC=//x.example/a.js></SCRIPT>',
    '<script\x20type="text/javascript">alert(1)</script>',
  ],
  ...[
    '<img src="javascript:alert(1)">',
    '<img src=data:text/html,<script>alert(1)</script>>',
    '<img srcset="x onerror=alert(1)" onerror=alert(1)>',
  ],
  ...[
    '<table background=javascript:alert(1)><tr><td>x',
    '<div data-x="1" onmouseover="alert(1)">x</div>',
    '<marquee onstart=alert(1)>x</marquee>',
  ],
  ...[
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    '</title><script>alert(1)</script>',
    '</script><script>alert(1)</script>',
  ],
  ...[
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
  ],
  ...[
    'vbscript:msgbox(1)',
    '//evil.example/x',
    '/\\evil.example',
    'red;background:url(javascript:alert(1))',
    '#fff"><script>alert(1)</script>',
  ],
  ...[
    'rgba(0,0,0,0);x:expression(alert(1))',
    'url(javascript:alert(1))',
    'https://x.example/"onerror="alert(1)',
    '{{constructor.constructor("alert(1)")()}}',
  ],
]

const DANGEROUS =
  /<(?:script|iframe|object|embed|style|svg|math|form|input|link|meta|base|body|template)\b|\son\w+\s*=|(?:href|src)="\s*(?:javascript|data|vbscript)|<[^>]{0,500}(?:expression|url\()/i

/** Whether HTML runs something where it is shown as it is. */
export const runsCode = (html: string): boolean => DANGEROUS.test(html)
