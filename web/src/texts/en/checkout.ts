/** The way to a paid plan: `/checkout`, `/square-checkout`, `/square-payment`, `/success`. */
export const checkout = {
  per: { monthly: 'per month', yearly: 'per year' },
  interval: { monthly: 'Monthly', yearly: 'Yearly' },
  invalid: 'Invalid checkout session. Please select a plan from our pricing page.',
  toPricing: 'Back to Pricing',

  order: {
    title: 'Checkout · Bookmender',
    heading: 'Checkout',
    summary: 'Order Summary',
    plan: (name: string) => `${name} plan`,
    includes: 'What you get',
    total: 'Total today',
    renews: { monthly: 'Renews every month until you cancel.', yearly: 'Renews every year until you cancel.' },
    complete: 'Complete Purchase',
    busy: 'Opening payment...',
    next: 'The card is entered on the next page, in a form of Square. We never see its number.',
    refund: '7-day money-back guarantee',
  },

  redirect: {
    title: 'Opening payment · Bookmender',
    heading: 'Taking you to the payment page',
    text: 'This takes a moment. Nothing has been charged.',
  },

  card: {
    title: 'Payment · Bookmender',
    heading: 'Payment',
    loading: 'Loading Payment Form',
    loadingText: 'The card form of Square is being set up.',
    initializing: 'Initializing secure payment form...',
    details: 'Card details',
    pay: (amount: string) => `Pay ${amount}`,
    payNothing: 'Pay',
    busy: 'Processing Payment...',
    underWay: 'The payment is being confirmed. Your plan starts by itself; you can leave this page.',
    summary: 'Your order',
    security: 'Security',
    notes: [
      'Card number, expiry and code go to Square only, encrypted.',
      'We keep no card number: only a token that works for us alone.',
      'The amount is worked out by our server and charged once.',
    ],
  },

  success: {
    title: 'Payment successful · Bookmender',
    heading: 'Payment Successful!',
    thanks: (plan: string, interval: string) => `Thank you. You bought ${plan}, billed ${interval}.`,
    billed: { monthly: 'monthly', yearly: 'yearly' },
    activated: 'Your account has been upgraded!',
    activating: 'Activating your plan... This may take a moment.',
    features: 'Your plan has',
    paid: 'Paid',
    payment: 'Payment',
    countdown: (seconds: number) => `You go on to EPUB Repair in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    goOn: 'Start repairing',
    stay: 'Stay on this page',
    account: 'To my account',
  },

  notices: {
    checkout: {
      title: 'Checkout Error',
      refused: 'Failed to create checkout session.',
      unreachable: 'Something went wrong. Please try again.',
      notStarted: 'Failed to start checkout process. Please try again.',
      noAddress: 'No checkout URL provided',
    },
    setup: {
      title: 'Payment Setup Error',
      noConfiguration: 'Failed to initialize payment. Please try again.',
      noForm: (reason: string) => `Failed to initialize payment system: ${reason}`,
    },
    form: { title: 'Payment Form Error', text: 'Failed to load payment form. Please refresh and try again.' },
    notReady: { title: 'Payment Error', text: 'Payment form not ready. Please wait a moment and try again.' },
    failed: {
      title: 'Payment Failed',
      server: 'Payment processing failed',
      card: 'Card tokenization failed',
      otherwise: 'Payment failed. Please check your card details and try again.',
    },
    pending: {
      title: 'Payment Being Confirmed',
      text: 'Your payment is still being confirmed. You will not be charged twice.',
    },
    done: { title: 'Payment Successful!', text: 'Payment processed successfully.' },
  },
} as const
