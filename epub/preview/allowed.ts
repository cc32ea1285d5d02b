/** What a stranger's page may hold when it is shown: everything that is not named here is left out. */

const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

export type Vocabulary = 'html' | 'svg' | 'math'

export const elements: Readonly<Record<Vocabulary, ReadonlySet<string>>> = {
  html: names(`a abbr acronym address area article aside audio b bdi bdo big blockquote br caption center cite code col colgroup
    data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li
    main map mark nav ol p picture pre q rb rp rt rtc ruby s samp section small source span strike strong sub summary sup table
    tbody td tfoot th thead time tr track tt u ul var video wbr`),
  svg: names(`svg g path rect circle ellipse line polyline polygon text tspan textPath defs use symbol linearGradient
    radialGradient stop clipPath mask pattern image marker title desc a filter feBlend feColorMatrix feComponentTransfer
    feComposite feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile
    foreignObject switch`),
  math: names(`math mi mn mo ms mtext mrow mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover
    munderover mmultiscripts mprescripts none mtable mtr mtd semantics mfenced menclose maction`),
}

/** Left out with all that is in them; of other unknown elements the content stays. */
export const dropped = names(`script style noscript template iframe frame frameset noframes object embed applet param select
  textarea datalist input canvas dialog head title link meta base annotation annotation-xml animate animateMotion
  animateTransform set handler case trigger xmp plaintext portal fencedframe metadata`)

/** Elements that close themselves. */
export const empty = names('area br col hr img source track wbr')

/** Elements that stand as a line or block of their own; the innermost ones are compared between two versions. */
export const blocks = names(`address article aside blockquote body caption center dd details dir div dl dt figcaption figure
  footer h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul`)

const common = names('id class lang xml:lang dir title style role epub:type hidden')

const html = names(`align valign width height border cellpadding cellspacing bgcolor color face size start value type reversed
  colspan rowspan headers scope abbr span alt datetime controls loop muted usemap shape coords open clear hspace vspace noshade
  nowrap summary char charoff frame rules compact kind srclang label default`)

const svg = names(`x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points width height viewBox preserveAspectRatio transform opacity fill
  fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset color display visibility overflow clip-path clip-rule mask filter font-family font-size font-style
  font-variant font-weight font-stretch letter-spacing word-spacing text-anchor text-decoration dominant-baseline
  alignment-baseline baseline-shift writing-mode direction unicode-bidi dx dy rotate textLength lengthAdjust startOffset method
  spacing gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity clipPathUnits maskUnits maskContentUnits
  patternUnits patternContentUnits patternTransform marker marker-start marker-mid marker-end markerWidth markerHeight
  markerUnits refX refY orient filterUnits primitiveUnits in in2 result stdDeviation mode values type tableValues slope
  intercept amplitude exponent operator k1 k2 k3 k4 radius flood-color flood-opacity version vector-effect paint-order
  shape-rendering text-rendering image-rendering color-interpolation color-interpolation-filters xml:space`)

const math = names(`display mathvariant mathsize mathcolor mathbackground displaystyle scriptlevel stretchy symmetric largeop
  movablelimits fence separator separators lspace rspace minsize maxsize accent accentunder linethickness numalign denomalign
  bevelled columnalign rowalign columnspacing rowspacing columnlines rowlines frame equalrows equalcolumns rowspan columnspan
  width height depth voffset open close notation form alttext dir`)

const attributes: Readonly<Record<Vocabulary, ReadonlySet<string>>> = { html, svg, math }

export const isAllowed = (vocabulary: Vocabulary, name: string) =>
  common.has(name) || attributes[vocabulary].has(name) || /^aria-[a-z]+$/.test(name)

/** Names of SVG as they are written, by their lower-case form: what is read as HTML loses its case. */
export const svgCase: ReadonlyMap<string, string> = new Map(
  [...elements.svg, ...svg].filter((name) => name !== name.toLowerCase()).map((name) => [name.toLowerCase(), name]),
)
