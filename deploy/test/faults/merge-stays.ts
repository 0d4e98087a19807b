/** Ids of clients and pets that do not go with a merge, with the reason. */
export const stay = new Map([
  ["customer.card_on_file.client_id", "payment tells both counts anew"],
  ["customer.client_fact.client_id", "counted anew"],
  ["customer.client_tag.client_id", "put together by the merge itself"],
  ["customer.client_token.client_id", "written anew"],
  ["customer.not_the_same.client_id", "copied: who was said to be somebody else is somebody else than who they become"],
  ["customer.not_the_same.other_client_id", "copied: who was said to be somebody else is somebody else than who they become"],
  ["customer.store_credit.client_id", "payment tells what both have anew"],
  ["message.recipient.customer_id", "told of by the client's own event"],
  ["message.text_stop.customer_id", "copied: who said STOP under one name has said it"],
  ["payment.client_credit.customer_id", "what the changes come to, which go with the merge"],
  ["payment.provider_customer.customer_id", "a card knows whose it is at the provider"],
  ["reporting.client_fact.customer_id", "told of by the client's own event"],
]);
