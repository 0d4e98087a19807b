import { type Ctx, fail, implement } from "@leashline/kit";
import { PreAuthHintService } from "@leashline/proto/leashline/payment/v1/pre_auth_hint_service_pb.js";
import { command, type Db, query } from "../db.ts";
import { countHint, hintCounts, type Reader } from "./pre-auth-hint.store.ts";
import { type Counted, nameOf, shownHints } from "./pre-auth-hint.ts";

export const readerOf = ({ businessId, caller }: Ctx): Reader => ({ businessId, staffId: caller.staffId });

async function onboarding(db: Db, reader: Reader) {
  const counts = await hintCounts(db, reader);
  const times = (what: Counted): number => counts.get(what) ?? 0;
  return {
    bizStaffId: reader.staffId,
    timesUsedPreAuth: times("used"),
    timesForCreateTicket: times("CREATE_TICKET"),
    timesForCofSucceed: times("COF_SUCCEED"),
    timesForCofFailedOrPayOnline: times("COF_FAILED_OR_PAY_ONLINE"),
    timesForChargeNoShowFee: times("CHARGE_NO_SHOW_FEE"),
    timesForAddCard: times("ADD_CARD"),
    timesForNonProviderChargeNoShowFee: times("NON_PROVIDER_CHARGE_NO_SHOW_FEE"),
    timesForNonProviderCofFailed: times("NON_PROVIDER_COF_FAILED"),
    shown: shownHints(reader.staffId, counts),
  };
}

export const preAuthHintRpc = implement(PreAuthHintService, {
  getPreAuthOnboarding: async (_, ctx) => ({ onboarding: await query(ctx, (db) => onboarding(db, readerOf(ctx))) }),

  async countPreAuthHint({ hint }, ctx) {
    const reader = readerOf(ctx);
    if (reader.staffId === "0") throw fail("PARAMS_INVALID", { field: "hint", reason: "only staff read hints" });
    return await command(ctx, async (tx) => {
      await countHint(tx.db, reader, nameOf(hint));
      return { onboarding: await onboarding(tx.db, reader) };
    });
  },
});
