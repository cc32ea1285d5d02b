import type { Place } from '../document/xml-document.ts'
import type { Say } from '../report.ts'

const grandfathered = new Set(
  `art-lojban cel-gaulish en-gb-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay
  i-tsu no-bok no-nyn sgn-be-fr sgn-be-nl sgn-ch-de zh-guoyu zh-hakka zh-min zh-min-nan zh-xiang`.split(/\s+/),
)

const shape =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wy-z\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+)$/

/** Whether a language tag is well-formed (BCP 47). */
export const isLanguageTag = (tag: string) => grandfathered.has(tag.toLowerCase()) || shape.test(tag.toLowerCase())

export function checkTag(tag: string, place: Place, say: Say) {
  if (!isLanguageTag(tag)) say('OPF-092', place, `“${tag}” is not a language tag.`)
}
