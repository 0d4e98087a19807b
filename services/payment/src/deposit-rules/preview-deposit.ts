import { fromMoney, type Impl, toMoney } from "@leashline/kit";
import type { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { query } from "../db.ts";
import { bookedByClient } from "../ledger/order-account.store.ts";
import { allRules } from "./deposit-rule.store.ts";
import { depositFor } from "./deposit-rule.ts";

/** The rules' own decision, ahead of the orders that will ask for it. */
export const depositPreviewHandlers = {
  async previewDeposit({ customerId, totals, appointmentIds }, ctx) {
    return await query(ctx, async (db) => {
      const rules = await allRules(db);
      if (rules.length === 0) return {};
      const isNew = customerId === "0" || (await bookedByClient(db, customerId, { butAppointmentIds: appointmentIds })) === 0;
      const visits = totals.map((total, index) => ({
        ...{ total: fromMoney(total).minor, currency: total.currencyCode },
        // With the first of them they have become a client.
        isNewClient: isNew && index === 0,
      }));
      const asked = visits.reduce((sum, visit) => sum + depositFor(rules, visit), 0n);
      return { hasRules: true, ...(asked > 0n && { deposit: toMoney(asked, visits[0]?.currency ?? ctx.caller.currency) }) };
    });
  },
} satisfies Partial<Impl<typeof DepositRuleService>>;
