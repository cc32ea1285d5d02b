/** What we use of Square's Web Payments SDK (`window.Square`); the local stand-in's script has the same shape. */
export interface SquareCard {
  attach(target: HTMLElement): Promise<void>
  tokenize(details: VerificationDetails): Promise<TokenResult>
  destroy(): Promise<boolean>
}

export interface TokenResult {
  /** `OK`, or what is wrong. */
  readonly status: string
  readonly token?: string
  readonly errors?: readonly { readonly message?: string }[]
}

/** Square checks with the bank by these; `STORE`, because the card is kept with Square for the renewals. */
interface VerificationDetails {
  readonly intent: 'STORE'
  readonly billingContact: Readonly<Record<string, string>>
  readonly customerInitiated: boolean
  readonly sellerKeyedIn: boolean
  readonly currencyCode: string
  /** As a decimal number, `5.99`. */
  readonly amount: string
}

interface Square {
  payments(applicationId: string, locationId: string): { card(options?: { style?: CardStyle }): Promise<SquareCard> }
}

/** Selectors and properties that Square documents for its card fields. */
export type CardStyle = Readonly<Record<string, Readonly<Record<string, string>>>>

declare global {
  interface Window {
    Square?: Square
  }
}

/** Square's script, once a page. Rejects with a sentence when it does not come. */
const load = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('the card form of Square could not be loaded'))
    }
    document.head.append(script)
  })

/** How long the specification waits after it has seen the script, in ms. */
const settle = 100

export async function loadSquare(address: string): Promise<Square> {
  if (!window.Square) await load(address)
  await new Promise((resolve) => setTimeout(resolve, settle))
  if (!window.Square) throw new Error('the card form of Square did not start')
  return window.Square
}

const hex = (colour: string) =>
  `#${(colour.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`

/** The card fields in the colours of the page, which Square wants as plain numbers. */
export function cardStyle(): CardStyle {
  const probe = document.body.appendChild(document.createElement('span'))
  const colour = (token: string) => {
    probe.style.color = `var(--${token})`
    return hex(getComputedStyle(probe).color)
  }
  const [ink, sheet, quiet, edge, blue, red] = ['ink', 'sheet', 'quiet', 'edge', 'blue', 'red'].map(colour) as string[]
  probe.remove()
  const style = {
    input: { backgroundColor: sheet, color: ink, fontSize: '16px' },
    'input::placeholder': { color: quiet },
    'input.is-error': { color: red },
    '.input-container': { borderColor: edge, borderRadius: '6px' },
    '.input-container.is-focus': { borderColor: blue },
    '.input-container.is-error': { borderColor: red },
    '.message-text': { color: quiet },
    '.message-icon': { color: quiet },
    '.message-text.is-error': { color: red },
    '.message-icon.is-error': { color: red },
  }
  return style as CardStyle
}
