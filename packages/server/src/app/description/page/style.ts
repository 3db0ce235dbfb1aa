/** The style of the reference page: two columns of text and code on a large screen, one on a phone. */
export const style = `
:root{--paper:#fdfcfa;--ink:#1f2328;--quiet:#656d76;--line:#e4e0d8;--soft:#f4f1ea;--accent:#0b6e66;--get:#2458b8;--post:#0b6e66;--bad:#a4371f;
--panel:#1d2327;--panel-ink:#e6e9ec;--panel-quiet:#98a2ab;--panel-line:#343c42;--key:#8fc7ff;--text:#b9e0a5;--value:#f2b880;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media(prefers-color-scheme:dark){:root{--paper:#15181b;--ink:#e3e6e8;--quiet:#98a2ab;--line:#2c3237;--soft:#1e2327;--accent:#5ec8bd;--get:#7fabff;--post:#5ec8bd;--bad:#f0907a;--panel:#0e1113;--panel-line:#2c3237}}
*{box-sizing:border-box}
html{scroll-padding-top:1.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Inter,Roboto,"Helvetica Neue",sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
a{color:var(--accent);text-decoration:none}a:hover,p a,td a,li a,small a{text-decoration:underline}nav a,.brand a,.search a{text-decoration:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem;z-index:2}
.aside{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.75rem 1.25rem 3rem;border-right:1px solid var(--line);font-size:.875rem;line-height:1.45}
.menu{display:none}
.brand{font-size:1.25rem;font-weight:700;margin:0 0 1.25rem}.brand a{color:var(--ink)}small{color:var(--quiet);font-weight:400;font-size:.8em}
nav p{margin:1.25rem 0 .3rem;font-weight:650}nav p a{color:var(--ink)}
nav ul{list-style:none;margin:0;padding:0}nav li a{display:flex;gap:.5rem;padding:.2rem 0;color:var(--quiet)}nav li a:hover{color:var(--ink)}
nav .method{width:2.3rem;flex:none;font-size:.65rem;line-height:1.95}
main{padding:2.5rem clamp(1.25rem,3.5vw,3.5rem) 4rem;max-width:92rem}
.prose{max-width:48rem}.prose.wide{max-width:64rem}
h1{font-size:2.1rem;line-height:1.15;letter-spacing:-.02em;margin:0 0 1rem;text-wrap:balance}
h2{font-size:1.45rem;line-height:1.25;letter-spacing:-.01em;margin:2.75rem 0 .75rem}
h3{font-size:1.2rem;line-height:1.3;margin:0 0 .35rem}h3 a{color:var(--ink)}
h4{font-size:.95rem;margin:1.75rem 0 .5rem;line-height:1.5}
p,ul,ol{margin:.75rem 0}li{margin:.2rem 0}.prose ol,.text ol{padding-left:1.4rem}
code{font:.875em/1.5 var(--mono);background:var(--soft);padding:.1em .32em;border-radius:4px;overflow-wrap:anywhere}
pre{margin:1rem 0;padding:.9rem 1.1rem;background:var(--panel);color:var(--panel-ink);border-radius:8px;overflow:auto;font-size:.8125rem;line-height:1.55}
pre code{background:none;padding:0;font-size:1em;overflow-wrap:normal}
.prose pre code{white-space:pre-wrap;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.5;margin:.75rem 0}
th,td{text-align:left;vertical-align:top;padding:.45rem 1rem .45rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--quiet);font-size:.8rem}td code{white-space:nowrap}
tr:target td{background:var(--soft)}
.errors td div{color:var(--quiet);font-size:.85rem}
.tag{margin-top:3.5rem;border-top:1px solid var(--line)}
.operation{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:2.5rem;padding:2rem 0;border-top:1px solid var(--line);margin-top:2rem;scroll-margin-top:0}
.route{margin:0 0 1rem}.route code{background:none;padding:0;font-size:.9rem}.route em{font-style:normal;color:var(--accent)}
.method{font:650 .72rem/1 var(--mono);text-transform:uppercase;letter-spacing:.03em}.method.get{color:var(--get)}.method.post{color:var(--post)}
.status{font:600 .8rem var(--mono);color:var(--bad)}.status.ok{color:var(--accent)}
h4 .status{margin-right:.3rem}h4{font-weight:600}
.fields{list-style:none;padding:0;margin:.25rem 0;border-top:1px solid var(--line)}
.fields>li{padding:.6rem 0;border-bottom:1px solid var(--line);margin:0}.fields p{margin:.15rem 0 0;font-size:.9rem;color:var(--quiet)}
.name{font-weight:600;background:none;padding:0}.type{color:var(--quiet);font-size:.82rem;margin-left:.25rem}.required{color:var(--bad);font-size:.75rem;margin-left:.25rem}
.quiet{color:var(--quiet);font-size:.9rem}.values code{display:inline-block;margin:.1rem .1rem 0 0}
.or{text-align:center;font-size:.8rem!important;margin:.4rem 0!important}
.text details{margin:.4rem 0}.text summary{cursor:pointer;color:var(--accent);font-size:.875rem}
.text summary code{background:none;padding:0}
.fields details>.fields{margin-left:.25rem;padding-left:.9rem;border-left:2px solid var(--line);border-top:0}
.refusals{margin-top:1.5rem!important}
.side{min-width:0}
.panel{background:var(--panel);color:var(--panel-ink);border-radius:8px;margin:0 0 1rem;overflow:hidden}
.panel .title{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;padding:.6rem 1rem;font-size:.85rem}
.panel .sealed{color:var(--panel-quiet);font-size:.75rem}
.panel details{border-top:1px solid var(--panel-line)}
.panel summary{cursor:pointer;padding:.45rem 1rem;font-size:.8125rem;color:var(--panel-quiet)}.panel details[open] summary{color:var(--panel-ink)}
.panel summary code{background:none;color:inherit;padding:0}
[hidden]{display:none!important}
.search{margin:0 0 1rem}.search label{font-weight:650;display:block;margin-bottom:.2rem}.search input{width:100%;font:inherit;padding:.35rem .6rem;color:var(--ink);background:var(--paper);border:1px solid var(--quiet);border-radius:6px}
.search p{margin:.3rem 0;font-weight:400;color:var(--quiet)}.search li a{display:block;padding:.3rem 0;color:var(--ink)}.search small{display:block;overflow-wrap:anywhere}
.code{position:relative}.copy{position:absolute;top:.5rem;right:.5rem;font:600 .7rem/1 ui-sans-serif,system-ui,sans-serif;padding:.4rem .55rem;color:var(--panel-ink);background:var(--panel-line);border:1px solid var(--panel-quiet);border-radius:5px;cursor:pointer;opacity:0}
.code:hover .copy,.copy:focus-visible{opacity:1}@media(hover:none){.copy{opacity:1}}
@supports selector(::details-content){.calls{display:flex;flex-wrap:wrap;align-items:stretch}.calls .title{width:100%}.calls details{display:contents}
.calls summary{flex:none;list-style:none;padding:.45rem .6rem;border-bottom:2px solid transparent}.calls summary:first-of-type{margin-left:.4rem}.calls summary::-webkit-details-marker{display:none}.calls details[open] summary{border-bottom-color:var(--key)}
.calls details::details-content{order:1;width:100%}}
.panel pre{margin:0;border-radius:0;padding:.25rem 1rem 1rem;max-height:28rem;font-size:.78rem}
pre i{font-style:normal}.k{color:var(--key)}.s{color:var(--text)}.v{color:var(--value)}
footer{margin-top:4rem;color:var(--quiet);font-size:.875rem}
@media(max-width:75rem){.operation{grid-template-columns:minmax(0,1fr);gap:1.25rem}}
@media(max-width:52rem){table,tbody,tr,td{display:block}thead{display:none}tr{padding:.6rem 0;border-bottom:1px solid var(--line)}td{border:0;padding:.1rem 0}td code{white-space:normal}body{display:block}.aside{display:none}main{padding-top:1.5rem}h1{font-size:1.7rem}
.menu{display:block;position:sticky;top:0;z-index:1;background:var(--paper);border-bottom:1px solid var(--line);padding:0 1.25rem}
.menu>summary{padding:.8rem 0;font-weight:700;cursor:pointer}.menu nav{max-height:70vh;overflow-y:auto;padding-bottom:1.5rem;font-size:.95rem}
html{scroll-padding-top:4rem}}
@media print{.aside,.menu{display:none}body{display:block}pre{white-space:pre-wrap}}
`
