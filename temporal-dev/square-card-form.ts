/**
 * The browser side of the stand-in: `window.Square` with the calls of Square's own script, and the card fields in a frame
 * of the stand-in's address, so that the page never touches a card number here either.
 */
export const squareScript = `(() => {
  const base = new URL(document.currentScript.src).origin
  const problem = (name, message) => Object.assign(new Error(message), { name })
  const card = () => {
    let frame
    const ask = (message) => new Promise((resolve) => {
      const channel = new MessageChannel()
      channel.port1.onmessage = ({ data }) => resolve(data)
      frame.contentWindow.postMessage(message, base, [channel.port2])
    })
    return {
      async attach(target) {
        const element = typeof target === 'string' ? document.querySelector(target) : target
        if (!element) throw problem('ElementNotFoundError', 'The element for the card form was not found')
        frame = document.createElement('iframe')
        frame.title = 'Secure card form'
        frame.src = base + '/card-form'
        frame.width = '100%'
        frame.height = '300'
        frame.setAttribute('frameborder', '0')
        const loaded = new Promise((resolve) => { frame.onload = resolve })
        element.replaceChildren(frame)
        await loaded
      },
      async tokenize() {
        if (!frame) throw problem('PaymentMethodNotAttachedError', 'The card form is not attached')
        return ask('tokenize')
      },
      async destroy() { frame?.remove(); frame = undefined; return true },
      async detach() { frame?.remove(); return true },
      addEventListener() {},
      async configure() {},
    }
  }
  window.Square = {
    payments(applicationId, locationId) {
      if (!applicationId) throw problem('InvalidApplicationIdError', 'An application id is required')
      if (!locationId) throw problem('InvalidLocationIdError', 'A location id is required')
      return { card: async () => card(), async setLocale() {} }
    },
  }
})()
`

/** The card numbers that behave in a way of their own stand in `kinds`; every other is accepted. */
export const cardForm = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card form</title><style>
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.4 system-ui, sans-serif; display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
label { font-weight: 600; font-size: 14px } label.wide { grid-column: 1 / -1 }
input { display: block; width: 100%; box-sizing: border-box; min-height: 44px; font: inherit; padding: 8px; margin-top: 4px; border: 1px solid; border-radius: 6px; background: Canvas; color: CanvasText }
p { grid-column: 1 / -1; margin: 0; font-size: 14px }
</style></head><body>
<label class="wide">Card number <input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<label>Expiry <input id="expiry" placeholder="MM/YY" inputmode="numeric" autocomplete="cc-exp"></label>
<label>CVV <input id="cvv" inputmode="numeric" autocomplete="cc-csc"></label>
<label class="wide">ZIP <input id="zip" autocomplete="postal-code"></label>
<p>Local stand-in: no card is charged. Try 4111 1111 1111 1111, or 4000 0000 0000 0002 for a declined card.</p>
<script>
const value = (id) => document.getElementById(id).value.replace(/\\s/g, '')
const kinds = {
  4000000000000002: 'card-declined',
  4000000000009995: 'card-insufficient-funds',
  4000000000000069: 'card-expired',
  4000000000000127: 'card-nonce-rejected-cvv',
  4000000000000341: 'card-declines-later',
  4000000000000259: 'card-slow',
  4000000000000119: 'card-500',
  4000000000000333: 'card-timeout-after',
}
const wrong = () => [
  !/^\\d{15,16}$/.test(value('number')) && ['cardNumber', 'Card number is not valid'],
  !/^(0[1-9]|1[0-2])\\/?\\d{2}$/.test(value('expiry')) && ['expirationDate', 'Expiration date is not valid'],
  !/^\\d{3,4}$/.test(value('cvv')) && ['cvv', 'CVV is not valid'],
].filter(Boolean).map(([field, message]) => ({ type: 'VALIDATION_ERROR', field, message }))
addEventListener('message', ({ data, ports: [port] }) => {
  if (data !== 'tokenize' || !port) return
  const errors = wrong()
  if (errors.length > 0) return port.postMessage({ status: 'Invalid', errors })
  const kind = kinds[value('number')] ?? 'card-nonce-ok'
  const [month, year] = [value('expiry').slice(0, 2), value('expiry').slice(-2)]
  port.postMessage({
    status: 'OK',
    token: 'cnon:' + kind + '-' + crypto.randomUUID(),
    details: {
      method: 'Card',
      card: { brand: 'VISA', last4: value('number').slice(-4), expMonth: Number(month), expYear: 2000 + Number(year) },
      billing: { postalCode: value('zip') },
    },
  })
})
</script></body></html>
`
