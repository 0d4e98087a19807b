import { randomBytes } from "node:crypto";
import { fail, implement } from "@leashline/kit";
import { seal } from "@leashline/kit/permissions/sealing.ts";
import { SecondFactorService } from "@leashline/proto/leashline/account/v1/second_factor_service_pb.js";
import { command, query } from "../db.ts";
import { mustKnowPassword } from "../sessions/known-password.ts";
import { endSessions } from "../sessions/session.store.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { takeFactorCode } from "./code.ts";
import { freshCodes } from "./recovery.ts";
import { beginFactor, confirmFactor, dropFactor, findFactor, renewCodes } from "./second-factor.store.ts";
import { base32, otpauthUrl } from "./totp.ts";

export const secondFactorRpc = implement(SecondFactorService, {
  async getSecondFactor(_request, ctx) {
    const factor = await query(ctx, (db) => findFactor(db, ctx.caller.accountId));
    return { enabled: factor?.confirmed ?? false, recoveryCodesLeft: factor?.confirmed ? factor.recoveryHashes.length : 0 };
  },

  async beginSecondFactor({ currentPassword }, ctx) {
    const account = await mustKnowPassword(ctx, currentPassword);
    if (account.secondFactorEnabled) throw fail("STATE_CONFLICT");
    const secret = randomBytes(20);
    await command(ctx, (tx) => beginFactor(tx.db, account.id, seal(secret, ctx.runtime.config.signingKey, "second factor")), {
      step: "begin",
    });
    return { secret: base32(secret), otpauthUrl: otpauthUrl(secret, account.email) };
  },

  async confirmSecondFactor({ code }, ctx) {
    const { accountId, sessionId } = ctx.caller;
    const factor = await query(ctx, (db) => findFactor(db, accountId));
    if (!factor || factor.confirmed) throw fail("STATE_CONFLICT");
    if (!(await takeFactorCode(ctx, accountId, code))) throw fail("CODE_INVALID", { field: "code" });
    const { recoveryCodes, ...kept } = await freshCodes(accountId);
    await command(
      ctx,
      async (tx) => {
        await confirmFactor(tx.db, accountId, kept);
        await endSessions(tx.db, accountId, { keep: sessionId });
        notifySessionsChanged(tx, { accountId });
      },
      { step: "confirm" },
    );
    return { recoveryCodes };
  },

  async renewRecoveryCodes({ currentPassword }, ctx) {
    const account = await mustKnowPassword(ctx, currentPassword);
    const { recoveryCodes, ...kept } = await freshCodes(account.id);
    if (!(await command(ctx, (tx) => renewCodes(tx.db, account.id, kept), { step: "renew" }))) throw fail("STATE_CONFLICT");
    return { recoveryCodes };
  },

  async disableSecondFactor({ currentPassword }, ctx) {
    const account = await mustKnowPassword(ctx, currentPassword);
    await command(ctx, (tx) => dropFactor(tx.db, account.id), { step: "drop" });
    return {};
  },
});
