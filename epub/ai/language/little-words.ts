/**
 * Little words of languages that the detector does not know, and of those they are taken for. Common knowledge of the
 * languages, put down by hand; words that mean the same on both sides are left out.
 */
export const littleWords: Readonly<Record<string, string>> = {
  id: 'dan yang tidak ini itu dengan untuk dari dalam pada adalah oleh akan telah bahwa karena setiap orang bisa juga mereka kami ia atau sebagai kepada saya seorang harus sudah hanya sendiri',
  ms: 'dan yang tidak ini itu dengan untuk dari dalam pada adalah oleh akan telah bahawa kerana setiap orang boleh juga mereka kami ia atau sebagai kepada saya seorang hendaklah ialah sahaja mana-mana serta',
  gl: 'o a os as e de do da dos das que non unha un en no na nos nas coa co cos coas para por pola polo polas polos ten toda todo persoa máis seu súa foi é ou á ó ao aos ás moi tamén sen cando como pero xa eu ela el',
  es: 'el la los las y de del que no una un en con para por tiene toda todo persona más su sus fue es o al muy también sin cuando como pero ya yo ella él lo le se me ha había',
  pt: 'o a os as e de do da dos das que não uma um em no na nos nas com para por pela pelo tem toda todo pessoa mais seu sua foi é ou à ao aos às muito também sem quando como mas já eu ela ele',
  la: 'et in est non ad ut cum quod sed qui quae ex sunt aut atque ab per si etiam enim esse hoc eius nec tamen autem quam te me se ipse erat quid nunc',
  it: 'e in è non a che con di il la lo gli le un una per si del della dei sono da più come ma anche nel alla questo o ha era',
  eo: 'la kaj de en estas ne al kiu ke por li ĝi ili mi vi kun sed aŭ pri tiu ĉiu havas per el sur ol ankaŭ iu kiuj tio ĉi estis',
  cy: 'y yr a ac i o yn ar ei eu mae oedd gan am ond nid ni chi hyn pob neu fel bod wedi hawl sydd dim i’r o’r',
  ga: 'an na agus ar i is le do go ag sé sí bhí tá ní chuig as gach nó mar atá air leis sin seo duine',
  af: 'die en van in is nie het te dat vir met op aan hy sy ek jy was sal word deur ook maar om reg elke dit hulle n ’n',
  nl: 'de het een en van in is niet heeft te dat voor met op aan hij zij ik jij was zal wordt door ook maar om recht elke dit zijn er naar',
  mk: 'и на во се да од за не со што е ги ја го тоа како но или секој има право која кој беше сум сите',
  bg: 'и на в се да от за не с че е ги я го това като но или всеки има право която който беше съм всички си са',
  sr: 'и на у се да од за не са што је их то како али или свако има право која који био сам све су',
  nn: 'ikkje eg ein eit dei frå kva som og på er hjå vere noko berre korleis sjølv vart kvar skal til det',
  nb: 'ikke jeg en et de fra hva som og på er hos være noe bare hvordan selv ble hver skal til det',
  sw: 'na ya wa kwa ni katika za la cha kila mtu haki au kama hii yake wote si hiyo watu kuwa ana pia lakini',
}

/** Which of them a guess of the detector may really be. */
export const rivals: Readonly<Record<string, readonly string[]>> = {
  ms: ['id', 'ms'],
  tl: ['tl', 'id', 'ms', 'sw'],
  es: ['es', 'gl'],
  pt: ['pt', 'gl'],
  it: ['it', 'la', 'eo'],
  ro: ['ro', 'la', 'eo'],
  nl: ['nl', 'af'],
  bg: ['bg', 'mk'],
  sr: ['sr', 'mk'],
  no: ['nb', 'nn'],
}

/** Languages that are taken for anything. */
export const strangers = ['la', 'eo', 'cy', 'ga', 'af', 'gl', 'id', 'sw'] as const
