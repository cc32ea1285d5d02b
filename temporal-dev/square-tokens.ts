/**
 * Card tokens that the stand-in knows: Square's own test nonces, and more that behave in ways tests need. A token is
 * `cnon:KIND`, or `cnon:KIND-ANYTHING`, which is good for one use, as real tokens are.
 */
export type TokenKind = keyof typeof tokenKinds

export interface Behaviour {
  /** Error code with which the card is refused when it is stored. */
  readonly refusedAtOnce?: string
  /** Error code with which a charge is refused. */
  readonly refusedAtCharge?: string
  /** The first charge succeeds, later ones are refused. */
  readonly declinesLater?: true
  /** What happens to the first answer to each charge; the charge itself is made, but for `500`. */
  readonly firstAnswer?: 'slow' | '500' | '500-after' | 'never' | 'cut'
  readonly last4?: string
}

export const tokenKinds = {
  'card-nonce-ok': {},
  'card-nonce-declined': { refusedAtOnce: 'GENERIC_DECLINE' },
  'card-nonce-rejected-cvv': { refusedAtOnce: 'CVV_FAILURE' },
  'card-nonce-rejected-postalcode': { refusedAtOnce: 'ADDRESS_VERIFICATION_FAILURE' },
  'card-nonce-rejected-expiration': { refusedAtOnce: 'INVALID_EXPIRATION' },
  'card-nonce-already-used': { refusedAtOnce: 'CARD_TOKEN_USED' },
  'card-declined': { refusedAtOnce: 'GENERIC_DECLINE' },
  'card-charge-declined': { refusedAtCharge: 'GENERIC_DECLINE', last4: '0002' },
  'card-insufficient-funds': { refusedAtCharge: 'INSUFFICIENT_FUNDS', last4: '9995' },
  'card-expired': { refusedAtCharge: 'CARD_EXPIRED', last4: '0069' },
  'card-declines-later': { declinesLater: true, last4: '0341' },
  'card-slow': { firstAnswer: 'slow', last4: '0259' },
  'card-500': { firstAnswer: '500', last4: '0119' },
  'card-500-after': { firstAnswer: '500-after', last4: '0119' },
  'card-timeout-after': { firstAnswer: 'never', last4: '0333' },
  'card-cut-after': { firstAnswer: 'cut', last4: '0333' },
} as const satisfies Record<string, Behaviour>

const kinds = (Object.keys(tokenKinds) as TokenKind[]).sort((a, b) => b.length - a.length)

/** The kind of a token, and whether it is a one-time one; undefined for what is no token. */
export function readToken(token: string): { readonly kind: TokenKind; readonly once: boolean } | undefined {
  const kind = kinds.find((name) => token === `cnon:${name}` || token.startsWith(`cnon:${name}-`))
  return kind && { kind, once: token !== `cnon:${kind}` }
}

export const behaviourOf = (kind: TokenKind): Behaviour => tokenKinds[kind]
