/** One plan as a card: on the pricing page, and as a teaser on the landing page. */
export const planCard = {
  yourPlan: 'Your plan',
  per: { monthly: 'per month', yearly: 'per year' },
  orYearly: (price: string, saving: string) => `or ${price} per year, ${saving} less`,
  saves: (amount: string) => `You save ${amount} a year`,
  became: (time: string, from: string, gained: string, to: string) => `${time} of ${from} became ${gained} of ${to}.`,
  noCard: 'No card needed',
} as const
