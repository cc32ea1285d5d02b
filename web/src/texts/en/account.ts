/** The screen `/account`. */
export const account = {
  title: 'Account · Bookmender',
  heading: 'Account Settings',
  signedOut: 'Please sign in to view your account settings.',
  signIn: 'Sign In',

  information: {
    heading: 'Account Information',
    email: 'E-mail',
    name: 'Name',
    notProvided: 'Not provided',
    managed: (provider: string) => `Your account is managed by ${provider}. Name, e-mail and password are changed there.`,
    settings: (provider: string) => `Settings at ${provider}`,
    newTab: '(opens in a new tab)',
  },

  plan: {
    heading: 'Current Plan',
    active: 'Active',
    free: 'Free Plan',
    price: { monthly: 'per month', yearly: 'per year' },
    forNothing: 'Free of charge',
    renewsOn: 'Renews on',
    expiredOn: 'Expired on',
    accessUntil: 'Access until',
    pastDue: 'The last payment did not go through. We try again over 7 days; a new card can be entered by buying the plan again.',
    unavailable: 'Unable to load subscription details',
    features: 'Your plan has',
  },

  management: {
    heading: 'Plan Management',
    onFree: "You're currently on the free plan.",
    hint: (repairs: number) => `Pro repairs ${repairs} books a month and lets you download them; Publisher has no limit.`,
    upgrade: { free: 'Upgrade to Pro or Publisher', pro: 'Upgrade to Publisher' },
    change: 'Change Plan',
    cancel: 'Cancel Subscription',
    canceled: (plan: string, date: string) => `Your subscription is canceled. You keep ${plan} until ${date}.`,
  },

  usage: {
    heading: 'Usage & Limits',
    fileSize: 'Maximum file size',
    megabytes: (count: number) => `${count} MB`,
    batch: 'Files in a batch',
    noBatch: 'None',
    scans: 'Scans today',
    repairs: 'Repairs this month',
    unlimited: 'Unlimited',
    unlimitedUsed: (used: number) => `${used} used, unlimited`,
    notIncluded: 'Not part of your plan',
    used: (used: number, limit: number, left: number) => `${used} of ${limit} used, ${left} left`,
    again: (when: string) => `Starts again on ${when}`,
    failed: 'Your usage could not be loaded.',
  },

  retention: {
    heading: 'How long we keep your files',
    legend: 'Uploads, results and history',
    hours: (hours: number) => (hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`),
    text: {
      short: 'Books and results are deleted within a day.',
      long: 'Books, results and history stay for a month, for you alone.',
    },
    fixed: (hours: number) => `Uploads and results are deleted within ${hours} hours.`,
    saved: { title: 'Saved', text: (kept: string) => `Your files are kept for ${kept} from now on.` },
    failed: { title: 'Not Saved', text: 'The choice could not be saved. Please try again.' },
  },

  receipts: {
    heading: 'Receipts',
    none: 'None yet. A receipt for every payment will be listed here.',
    loading: 'Loading your receipts',
    failed: 'Your receipts could not be loaded.',
    date: 'Date',
    what: 'What',
    amount: 'Amount',
    file: 'Receipt',
    download: 'PDF',
    downloadName: (date: string) => `Receipt of ${date} as PDF`,
    refunded: 'Refunded',
    line: (plan: string, interval: string) => `${plan}, ${interval}`,
    interval: { monthly: 'monthly', yearly: 'yearly' },
  },

  refund: {
    heading: 'Refund',
    offer: (days: number) => `Not what you need? Within ${days} days of a payment you can ask for it back.`,
    until: (date: string) => `You can ask until ${date}.`,
    ask: 'Ask for a Refund',
    asking: 'Asking...',
    confirm: {
      title: 'Ask for a refund?',
      text: (amount: string) =>
        `Support looks at it within 2 business days. If it is approved, ${amount} goes back to your card and your plan ends.`,
      keep: 'Keep my plan',
    },
    asked: 'Your refund request is with support. You hear of it within 2 business days.',
    done: { title: 'Refund Requested', text: 'Support looks at it within 2 business days.' },
    failed: { title: 'Refund Failed', text: 'The refund could not be requested. Please try again.' },
  },

  cancel: {
    title: 'Cancel your subscription?',
    text: (plan: string, date: string) =>
      `You keep ${plan} until ${date}. Then your account becomes free; nothing more is charged.`,
    plainText: (plan: string) =>
      `You keep ${plan} until the billing period ends. Then your account becomes free; nothing more is charged.`,
    again: 'You can subscribe again at any time.',
    keep: 'Keep Subscription',
    go: 'Cancel Subscription',
    busy: 'Canceling...',
    done: {
      title: 'Subscription Canceled',
      text: "Your subscription has been canceled. You'll retain access until the end of your billing period.",
    },
    failed: { title: 'Cancellation Failed', text: 'Failed to cancel subscription. Please contact support.' },
  },

  danger: {
    heading: 'Danger Zone',
    text: 'Deleting your account ends your subscription, deletes your books and everything that says who you are. It cannot be undone.',
    open: 'Delete Account',
  },

  remove: {
    title: 'Delete your account?',
    text: 'This is permanent. Your books, results and history are deleted, and with them everything that says who you are.',
    subscription: (plan: string) =>
      `Your ${plan} subscription is canceled at once; what is left of the time you have paid for is lost.`,
    keep: 'Keep Account',
    go: 'Delete Account',
    busy: 'Deleting...',
    done: {
      title: 'Account Deleted',
      text: 'Your account has been permanently deleted. You will be redirected to the homepage.',
    },
    failed: { title: 'Deletion Failed', text: 'Failed to delete account. Please contact support.' },
    gone: 'Your account is deleted',
  },
} as const
