/** The screen `/pricing`: plans, changes of plan, comparison and questions. Prices and limits come in from `contract/plans.ts`. */
export const pricing = {
  title: 'Pricing · Bookmender',
  heading: 'Pricing',
  lead: 'Finding errors is free. Repair, downloads and the tools around them need a plan.',

  interval: {
    legend: 'Billing',
    monthly: 'Monthly',
    yearly: 'Yearly',
    saving: (percent: number) => `save about ${percent}%`,
  },
  per: { monthly: 'per month', yearly: 'per year' },

  plans: 'Plans',

  action: {
    startFree: 'Get Started Free',
    choose: (plan: string) => `Get ${plan}`,
    upgrade: (plan: string) => `Upgrade to ${plan}`,
    downgrade: (plan: string) => `Downgrade to ${plan}`,
    interval: { monthly: 'Change to monthly billing', yearly: 'Change to yearly billing' },
    again: 'Subscribe again',
    payAgain: 'Pay with another card',
    opening: 'Opening checkout...',
    changing: 'Changing plan...',
  },
  unavailable: 'Your plan could not be loaded.',

  confirm: {
    upgrade: {
      title: (plan: string) => `Upgrade to ${plan}?`,
      interval: { monthly: 'Change to monthly billing?', yearly: 'Change to yearly billing?' },
      text: (plan: string, price: string, per: string) =>
        `${plan} starts as soon as the payment has gone through: ${price} ${per}, until you cancel.`,
      go: 'Continue to checkout',
    },
    downgrade: {
      title: (plan: string) => `Downgrade to ${plan}?`,
      interval: { monthly: 'Change to monthly billing?', yearly: 'Change to yearly billing?' },
      text: (plan: string, per: string) =>
        `${plan}, billed ${per}, starts at once. Nothing is charged until the time that you have paid for is used up.`,
      per: { monthly: 'monthly', yearly: 'yearly' },
    },
    leave: {
      title: 'Downgrade to Free?',
      text: (plan: string, date: string) =>
        `You keep ${plan} until ${date}, the end of the time you have paid for. Then your account becomes free; nothing more is charged.`,
    },
    carriedOver: (time: string, from: string, to: string) =>
      `The ${time} of ${from} that you have paid for and not used buy time on ${to}.`,
    keep: 'Keep my plan',
  },

  downgrade: {
    heading: 'Need less?',
    textPaid:
      'A change to a smaller paid plan takes effect immediately. What you have paid and not used is prorated: it buys time on the new plan.',
    textFree: (plan: string) => `If you go back to Free, you keep ${plan} until the billing period ends.`,
    ending: (plan: string, date: string) => `Your ${plan} plan ends on ${date} and will not renew.`,
  },

  comparison: {
    heading: 'Compare the plans',
    caption: 'What each plan holds',
    feature: 'Feature',
    oneTime: 'One-time',
    notYet: 'Not available yet',
    rows: {
      fileSize: 'Maximum file size',
      scans: 'Scans',
      repairs: 'Repairs',
      features: 'Repair features',
      downloads: 'Downloads',
      metadata: 'Metadata editing',
      docx: 'DOCX conversion',
      batch: 'Batch',
      aiAnalysis: 'AI analysis',
      aiTools: 'AI tools',
      priority: 'Priority',
      retention: 'Files and history kept',
    },
    megabytes: (count: number) => `${count} MB`,
    perDay: (count: number) => `${count} per day`,
    perMonth: (count: number) => `${count} per month`,
    unlimited: 'Unlimited',
    detectionOnly: 'Detection only',
    essential: (count: number) => `${count} essential`,
    all: (count: number) => `All ${count}`,
    singleFile: 'Single file',
    upToFiles: (count: number) => `Up to ${count} files`,
    priority: { low: 'Low', normal: 'Normal', high: 'High, with an SLA' },
    hours: (count: number) => `${count} hours`,
    upToDays: (count: number) => `Up to ${count} days`,
    yes: 'Yes',
    no: 'No',
    notSold: 'Not part of it',
  },

  faq: {
    heading: 'Frequently Asked Questions',
    items: [
      {
        question: 'What does the free plan do?',
        answer: (v: FaqValues) =>
          `It checks a book as the shops do and lists every error: ${v.freeScans} scan a day, files up to ${v.freeSize} MB. It repairs nothing and has no downloads.`,
      },
      {
        question: 'What counts as a repair?',
        answer: (v: FaqValues) =>
          `Only one that made the book better: it became valid, or has fewer errors than before. A repair that failed, was cancelled or changed nothing is not counted. Pro has ${v.proRepairs} a month, Publisher has no limit.`,
      },
      {
        question: 'What happens when I change my plan?',
        answer: () =>
          'A change between paid plans takes effect immediately. What you have paid and not used is prorated into time on the new plan. If you upgrade, the price of the new plan is charged; if you downgrade, nothing is.',
      },
      {
        question: 'Can I cancel at any time?',
        answer: () =>
          'Yes, on the account page. You keep your plan until the billing period ends; then the account becomes free. You can subscribe again whenever you like.',
      },
      {
        question: 'Do I get my money back if it does not help?',
        answer: () =>
          'Within 7 days of a charge you can ask for a refund on the account page, once, as long as you have not processed more than 50 files. Support looks at it within 2 business days.',
      },
      {
        question: 'Who sees my card and my books?',
        answer: () =>
          'The card number goes to Square and never reaches us. Books and results are deleted within 24 hours; Publisher may keep them for 30 days.',
      },
    ],
  },

  notices: {
    payment: { title: 'Payment Error', fallback: 'Failed to create payment session' },
    upgrade: { title: 'Upgrade Error', fallback: 'Failed to upgrade account. Please try again.' },
    downgrade: {
      title: 'Downgrade Failed',
      fallback: 'Failed to downgrade plan. Please try again.',
      status: (status: number) => `HTTP ${status}`,
    },
    downgraded: { title: 'Plan Downgraded' },
  },
} as const

interface FaqValues {
  readonly freeScans: number
  readonly freeSize: number
  readonly proRepairs: number
}
