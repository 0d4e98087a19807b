import { list, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import {
  addExternalAccount,
  createAccount,
  createAccountLink,
  deleteAccount,
  deleteExternalAccount,
  retrieveAccount,
  updateAccount,
} from "./accounts.ts";
import * as capital from "./capital.ts";
import {
  listBalanceTransactions,
  listCharges,
  retrieveBalance,
  retrieveBalanceTransaction,
  retrieveCharge,
  searchCharges,
} from "./charges.ts";
import { load, type StripeCall } from "./context.ts";
import { createCustomer, deleteCustomer, listCustomers, retrieveCustomer, searchCustomers, updateCustomer } from "./customers.ts";
import { closeDispute, listDisputes, retrieveDispute, updateDispute } from "./disputes.ts";
import { createFile, retrieveFile } from "./files.ts";
import { createSession, retrieveSession } from "./identity.ts";
import { page } from "./lists.ts";
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  listIntents,
  retrieveIntent,
  searchIntents,
  updateIntent,
} from "./payment-intents.ts";
import {
  attachMethod,
  createMethod,
  createToken,
  detachMethod,
  listMethods,
  retrieveCustomerMethod,
  retrieveMethod,
  updateMethod,
} from "./payment-methods.ts";
import { listPayouts, retrievePayout } from "./payouts.ts";
import { createRefund, listRefunds, retrieveRefund, updateRefund } from "./refunds.ts";
import { cancelSetup, confirmSetup, createSetup, listSetups, retrieveSetup } from "./setup-intents.ts";
import * as terminal from "./terminal.ts";

export type Endpoint = (call: StripeCall) => Doc;

export const ENDPOINTS: [string, string, Endpoint][] = [
  ["POST", "/v1/customers", createCustomer],
  ["GET", "/v1/customers", listCustomers],
  ["GET", "/v1/customers/search", searchCustomers],
  ["GET", "/v1/customers/:id", retrieveCustomer],
  ["POST", "/v1/customers/:id", updateCustomer],
  ["DELETE", "/v1/customers/:id", deleteCustomer],
  ["GET", "/v1/customers/:id/payment_methods", listMethods],
  ["GET", "/v1/customers/:id/payment_methods/:method", retrieveCustomerMethod],
  ["POST", "/v1/tokens", createToken],
  ["POST", "/v1/payment_methods", createMethod],
  ["GET", "/v1/payment_methods", listMethods],
  ["GET", "/v1/payment_methods/:id", retrieveMethod],
  ["POST", "/v1/payment_methods/:id", updateMethod],
  ["POST", "/v1/payment_methods/:id/attach", attachMethod],
  ["POST", "/v1/payment_methods/:id/detach", detachMethod],
  ["POST", "/v1/setup_intents", createSetup],
  ["GET", "/v1/setup_intents", listSetups],
  ["GET", "/v1/setup_intents/:id", retrieveSetup],
  ["POST", "/v1/setup_intents/:id/confirm", confirmSetup],
  ["POST", "/v1/setup_intents/:id/cancel", cancelSetup],
  ["POST", "/v1/payment_intents", createIntent],
  ["GET", "/v1/payment_intents", listIntents],
  ["GET", "/v1/payment_intents/search", searchIntents],
  ["GET", "/v1/payment_intents/:id", retrieveIntent],
  ["POST", "/v1/payment_intents/:id", updateIntent],
  ["POST", "/v1/payment_intents/:id/confirm", confirmIntent],
  ["POST", "/v1/payment_intents/:id/capture", captureIntent],
  ["POST", "/v1/payment_intents/:id/cancel", cancelIntent],
  ["POST", "/v1/refunds", createRefund],
  ["GET", "/v1/refunds", listRefunds],
  ["GET", "/v1/refunds/:id", retrieveRefund],
  ["POST", "/v1/refunds/:id", updateRefund],
  ["GET", "/v1/charges", listCharges],
  ["GET", "/v1/charges/search", searchCharges],
  ["GET", "/v1/charges/:id", retrieveCharge],
  ["GET", "/v1/disputes", listDisputes],
  ["GET", "/v1/disputes/:id", retrieveDispute],
  ["POST", "/v1/disputes/:id", updateDispute],
  ["POST", "/v1/disputes/:id/close", closeDispute],
  ["POST", "/v1/files", createFile],
  ["GET", "/v1/files/:id", retrieveFile],
  ["GET", "/v1/payouts", listPayouts],
  ["GET", "/v1/payouts/:id", retrievePayout],
  ["GET", "/v1/balance", retrieveBalance],
  ["GET", "/v1/balance_transactions", listBalanceTransactions],
  ["GET", "/v1/balance_transactions/:id", retrieveBalanceTransaction],
  ["POST", "/v1/accounts", createAccount],
  ["GET", "/v1/accounts/:id", retrieveAccount],
  ["POST", "/v1/accounts/:id", updateAccount],
  ["DELETE", "/v1/accounts/:id", deleteAccount],
  ["POST", "/v1/accounts/:id/external_accounts", addExternalAccount],
  ["DELETE", "/v1/accounts/:id/external_accounts/:bank", deleteExternalAccount],
  ["POST", "/v1/account_links", createAccountLink],
  ["GET", "/v1/capital/financing_offers", capital.listOffers],
  ["GET", "/v1/capital/financing_offers/:id", capital.retrieveOffer],
  ["POST", "/v1/capital/financing_offers/:id/mark_delivered", capital.markDelivered],
  ["GET", "/v1/capital/financing_summary", capital.retrieveSummary],
  ["GET", "/v1/capital/financing_transactions", capital.listMovements],
  ["GET", "/v1/capital/financing_transactions/:id", capital.retrieveMovement],
  ["POST", "/v1/identity/verification_sessions", createSession],
  ["GET", "/v1/identity/verification_sessions/:id", retrieveSession],
  ["POST", "/v1/terminal/locations", terminal.createLocation],
  ["GET", "/v1/terminal/locations", terminal.listLocations],
  ["GET", "/v1/terminal/locations/:id", terminal.retrieveLocation],
  ["POST", "/v1/terminal/locations/:id", terminal.updateLocation],
  ["POST", "/v1/terminal/readers", terminal.createReader],
  ["GET", "/v1/terminal/readers", terminal.listReaders],
  ["GET", "/v1/terminal/readers/:id", terminal.retrieveReader],
  ["POST", "/v1/terminal/readers/:id", terminal.updateReader],
  ["DELETE", "/v1/terminal/readers/:id", terminal.deleteReader],
  ["POST", "/v1/terminal/readers/:id/process_payment_intent", terminal.processIntent],
  ["POST", "/v1/terminal/readers/:id/cancel_action", terminal.cancelAction],
  ["POST", "/v1/terminal/connection_tokens", terminal.createConnectionToken],
  ["POST", "/v1/test_helpers/terminal/readers/:id/present_payment_method", terminal.presentMethod],
  ["POST", "/v1/test_helpers/terminal/readers/:id/timeout_input_collection", terminal.timeOut],
  ["GET", "/v1/events/:id", (call) => load(call, "event", call.params.id ?? "")],
  ["GET", "/v1/events", listEvents],
  [
    "GET",
    "/v1/account",
    () => ({ id: "acct_sandbox", object: "account", charges_enabled: true, payouts_enabled: true, country: "US", default_currency: "usd" }),
  ],
];

function listEvents(call: StripeCall): Doc {
  const types = [...list(call.form, "types"), text(call.form, "type")].filter((type) => type !== undefined);
  return page(call, {
    kind: "event",
    url: "/v1/events",
    ...(types.length ? { keep: (doc: Doc) => types.includes(String(doc.type)) } : {}),
  });
}
