import { defineService, run } from "@leashline/kit";
import { sendingJournals } from "./accounting/accounting.jobs.ts";
import { accountingRpc } from "./accounting/accounting.rpc.ts";
import { checkAccountingSettings } from "./accounting/accounting-settings.ts";
import { achRpc } from "./ach/ach.rpc.ts";
import { letGo, settleBookingPayment } from "./booking-payments/booking-payment.jobs.ts";
import { bookingPaymentRpc } from "./booking-payments/booking-payment.rpc.ts";
import { cardRpc } from "./cards/card.rpc.ts";
import { forgetCard } from "./cards/forget-card.jobs.ts";
import { mergedClients } from "./cards/merged-clients.ts";
import { personal } from "./cards/personal-data.ts";
import { cashDrawerRpc } from "./cash-drawer/cash-drawer.rpc.ts";
import { closingBooks } from "./closes/close-books.ts";
import { creditRpc } from "./credit/credit.rpc.ts";
import { askDeposit, depositConsumers } from "./deposit-rules/ask-deposit.ts";
import { depositRuleRpc } from "./deposit-rules/deposit-rule.rpc.ts";
import { depositReturnConsumers, returnDeposit } from "./deposit-rules/return-deposit.ts";
import { disputeFileRpc, disputeRpc } from "./disputes/dispute.rpc.ts";
import { financeUpdateRpc } from "./finance-updates/finance-update.rpc.ts";
import { syncingFinancing } from "./financing/financing.jobs.ts";
import { financingRpc } from "./financing/financing.rpc.ts";
import { tellClassBill } from "./ledger/class-bill.jobs.ts";
import { orderConsumers } from "./ledger/order.events.ts";
import { ledgerAccountRpc } from "./ledger-accounts/ledger-account.rpc.ts";
import { businesses } from "./methods/method.events.ts";
import { methodRpc } from "./methods/method.rpc.ts";
import { payLinkRpc } from "./pay-links/pay-link.rpc.ts";
import { followDebit, settlePayment } from "./payments/payment.jobs.ts";
import { whose } from "./payments/whose.ts";
import { payoutRpc } from "./payouts/payout.rpc.ts";
import { preAuthConsumers } from "./pre-authorisation/pre-auth.events.ts";
import { capturePreAuth, holdPreAuth, releaseHold } from "./pre-authorisation/pre-auth.jobs.ts";
import { preAuthRpc } from "./pre-authorisation/pre-auth.rpc.ts";
import { preAuthHintRpc } from "./pre-authorisation/pre-auth-hint.rpc.ts";
import { providerAccountRpc } from "./provider-accounts/provider-account.rpc.ts";
import { moneyRecordRpc } from "./refunds/money-record.rpc.ts";
import { refundConsumers } from "./refunds/refund.events.ts";
import { settleRefund } from "./refunds/refund.jobs.ts";
import { paymentRpc } from "./refunds/refund.rpc.ts";
import { settingRpc } from "./settings/setting.rpc.ts";
import { checkSquareSettings } from "./square/square-settings.ts";
import { squareAccountRpc } from "./square-account/square-account.rpc.ts";
import { squareCustomerRpc } from "./square-customers/square-customer.rpc.ts";
import { squareTerminalRpc } from "./square-terminal/square-terminal.rpc.ts";
import { ledgerRpc } from "./sweep/ledger.rpc.ts";
import { readerPaymentRpc } from "./terminals/reader-payment.rpc.ts";
import { terminalRpc } from "./terminals/terminal.rpc.ts";
import { tipPayoutRpc } from "./tip-payouts/tip-payout.rpc.ts";
import { tipShareConsumers } from "./tip-payouts/tip-share.events.ts";
import { transactionRpc } from "./transactions/transaction.rpc.ts";
import { webhookRpc } from "./webhooks/webhook.rpc.ts";

export const service = defineService({
  name: "payment",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [
    paymentRpc,
    payLinkRpc,
    moneyRecordRpc,
    methodRpc,
    cardRpc,
    settingRpc,
    ledgerRpc,
    ledgerAccountRpc,
    webhookRpc,
    tipPayoutRpc,
    transactionRpc,
    creditRpc,
    cashDrawerRpc,
    preAuthRpc,
    preAuthHintRpc,
    payoutRpc,
    disputeRpc,
    disputeFileRpc,
    depositRuleRpc,
    providerAccountRpc,
    financeUpdateRpc,
    terminalRpc,
    readerPaymentRpc,
    bookingPaymentRpc,
    achRpc,
    accountingRpc,
    financingRpc,
    squareAccountRpc,
    squareCustomerRpc,
    squareTerminalRpc,
  ],
  whose,
  consumers: [
    ...orderConsumers,
    ...refundConsumers,
    ...preAuthConsumers,
    ...depositConsumers,
    ...depositReturnConsumers,
    ...mergedClients.consumers,
    ...tipShareConsumers,
  ],
  personal,
  projections: [businesses],
  start: async (runtime) => {
    checkAccountingSettings(runtime);
    checkSquareSettings(runtime);
    return async () => {};
  },
  jobs: [
    forgetCard,
    closingBooks,
    sendingJournals,
    syncingFinancing,
    settlePayment,
    followDebit,
    settleRefund,
    holdPreAuth,
    capturePreAuth,
    releaseHold,
    letGo,
    settleBookingPayment,
    askDeposit,
    returnDeposit,
    tellClassBill,
    ...mergedClients.jobs,
  ],
});

if (import.meta.main) await run([service]);
