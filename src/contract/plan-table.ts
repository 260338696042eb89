// Apart from the schemas, so that the command line gets by without loading them.

export const planIds = ['starter', 'growth', 'scale'] as const

/** The three plans, in order of size. */
export const plans = [
  {
    id: 'starter',
    name: 'Starter',
    description: 'For trying the service and for small tools.',
    monthlyRequests: 10_000,
    requestsPerMinute: 30,
    activeKeys: 2,
    price: null,
    availability: 'request-access',
  },
  {
    id: 'growth',
    name: 'Growth',
    description: 'For a shop at the counter or an app with users.',
    monthlyRequests: 100_000,
    requestsPerMinute: 120,
    activeKeys: 10,
    price: null,
    availability: 'request-access',
  },
  {
    id: 'scale',
    name: 'Scale',
    description: 'For many shops or a busy collection app.',
    monthlyRequests: 1_000_000,
    requestsPerMinute: 600,
    activeKeys: 50,
    price: null,
    availability: 'request-access',
  },
] as const
