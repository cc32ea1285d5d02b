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
    renewsOn: 'Renews on',
    expiredOn: 'Expired on',
    accessUntil: 'Access until',
    pastDue: (date: string) =>
      `The last payment did not go through. We try again until ${date}; you can pay with another card under Change Plan.`,
    granted: 'Given to you, free of charge',
    pending: 'A payment of yours is still being confirmed. You will not be charged twice.',
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

  files: {
    heading: 'Your Files',
    legend: 'How long we keep your books, results and history',
    kept: (hours: number) => (hours > 24 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`),
    fixed: (kept: string) => `Your books and results are deleted within ${kept}.`,
    failed: 'How long your files are kept could not be loaded.',
    saved: { title: 'Saved', text: (kept: string) => `Your files are kept for ${kept} from now on.` },
    notSaved: { title: 'Not Saved', text: 'The choice could not be saved. Please try again.' },
    open: 'Delete All Files Now',
    remove: {
      title: 'Delete all your files?',
      text: 'Every book that you uploaded, every result and the history of your repairs go now. What is at work at this moment stays.',
      keep: 'Keep Files',
      go: 'Delete Files',
      busy: 'Deleting...',
      done: {
        title: 'Files Deleted',
        text: (deleted: number, busy: number) =>
          `${deleted === 1 ? '1 book was' : `${deleted} books were`} deleted.${busy > 0 ? ` ${busy === 1 ? '1 is' : `${busy} are`} still being repaired and stayed.` : ''}`,
      },
      failed: { title: 'Files Not Deleted', text: 'Your files could not be deleted. Please try again.' },
    },
  },

  mail: {
    heading: 'E-mails',
    ready: 'Tell me when a repair is ready',
    readyText: 'Only for repairs that take longer than a minute.',
    always: 'Receipts, renewals and failed payments are always announced.',
    failed: 'Your choice of e-mails could not be loaded.',
  },

  receipts: {
    heading: 'Receipts',
    none: 'None yet. A receipt for every payment will be listed here.',
    loading: 'Loading your receipts',
    failed: 'Your receipts could not be loaded.',
    kind: { payment: 'Payment', refund: 'Refund' },
    interval: { monthly: 'monthly', yearly: 'yearly' },
    what: (kind: string, plan: string, interval: string) => `${kind}: ${plan}, ${interval}`,
    download: 'PDF',
    downloadName: (number: string) => `Receipt ${number} as PDF`,
  },

  refund: {
    heading: 'Refund',
    offer: (amount: string, date: string) => `Not what you need? You can ask for your ${amount} back until ${date}.`,
    ask: 'Ask for a Refund',
    confirm: {
      title: 'Ask for a refund?',
      text: (amount: string) =>
        `Support looks at it within 2 business days. If it is approved, ${amount} goes back to your card and your plan ends.`,
      keep: 'Keep my plan',
      busy: 'Asking...',
    },
    status: {
      requested: 'Your refund request is with support. You hear of it within 2 business days.',
      approved: 'Your refund was approved and is on its way to your card.',
      declined: 'Support has declined your refund request. You keep your plan.',
      refunded: (amount: string) => `${amount} went back to your card. It takes 5 to 10 business days to arrive.`,
    },
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
