/** Who hears of what: one of the permissions, or everybody where none is named. Written by `make generate`. */
export type TopicRule = { readonly anyOf: readonly number[]; readonly staffScopes: readonly number[]; readonly company: boolean };

export const topics = {
  "account.business": { anyOf: [], staffScopes: [], company: true },
  "account.clock": { anyOf: [405, 406, 407, 408, 409, 410], staffScopes: [8, 9], company: false },
  "account.closedDates": { anyOf: [], staffScopes: [], company: false },
  "account.company": { anyOf: [], staffScopes: [], company: true },
  "account.featureFlags": { anyOf: [], staffScopes: [], company: true },
  "account.referralSource": { anyOf: [], staffScopes: [], company: true },
  "account.role": { anyOf: [], staffScopes: [], company: true },
  "account.staff": { anyOf: [], staffScopes: [], company: true },
  "account.tax": { anyOf: [], staffScopes: [], company: true },
  "account.van": { anyOf: [], staffScopes: [], company: false },
  "account.webhook": { anyOf: [706], staffScopes: [], company: true },
  "calendar.cards": { anyOf: [3], staffScopes: [], company: false },
  "calendar.schedule": { anyOf: [3], staffScopes: [], company: false },
  "calendar.setting": { anyOf: [], staffScopes: [], company: false },
  "calendar.staff": { anyOf: [], staffScopes: [], company: false },
  "customer.client": { anyOf: [100, 101, 102], staffScopes: [], company: true },
  "customer.import": { anyOf: [105], staffScopes: [], company: false },
  "customer.settings": { anyOf: [], staffScopes: [], company: true },
  "customer.tags": { anyOf: [], staffScopes: [], company: true },
  "message.settings": { anyOf: [300, 303, 700], staffScopes: [], company: false },
  "message.threads": { anyOf: [300], staffScopes: [], company: false },
  "offering.catalog": { anyOf: [], staffScopes: [], company: true },
  "online_booking.requests": { anyOf: [200, 201, 202], staffScopes: [], company: false },
  "online_booking.setting": { anyOf: [207, 208], staffScopes: [], company: false },
  "order.changed": { anyOf: [600], staffScopes: [], company: false },
  "payment.cards": { anyOf: [600, 607], staffScopes: [], company: true },
  "payment.changed": { anyOf: [600], staffScopes: [], company: false },
  "payment.methods": { anyOf: [], staffScopes: [], company: false },
  "reporting.sales": { anyOf: [500, 501, 502], staffScopes: [], company: false },
  "calendar.feeds": { anyOf: [900, 901], staffScopes: [], company: false },
} as const satisfies Record<string, TopicRule>;

export type Topic = keyof typeof topics;
