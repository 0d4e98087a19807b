import { job } from "@leashline/kit";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { accountsNamed } from "../accounts/account.store.ts";
import { command } from "../db.ts";
import { putResetCode } from "../sessions/session.store.ts";
import { codeHash, newCode } from "../shared/secrets.ts";

export const codeMinutes = 10;

/**
 * Makes the code and mails it. The RPC only asks for this work, so that it answers the same, and as fast, for an address nobody has.
 * A second try makes a new code: the earlier one from the same place ends, and whichever mail arrives last is right.
 */
export const sendResetCode = job<{ email: string; from?: string }>("send-reset-code", {
  attempts: 5,
  run: async (ctx, { email, from = "" }, meta) => {
    const code = newCode();
    const account = await command(
      ctx,
      async (tx) => {
        const [found] = await accountsNamed(tx.db, email);
        if (found?.status !== "normal") return null;
        await putResetCode(tx.db, found.id, { hash: codeHash(ctx, found.id, code), from }, codeMinutes);
        return { to: found.email, name: found.firstName };
      },
      { step: `code ${meta.attempt}` },
    );
    if (!account) return;
    const text = `Hi ${account.name},\n\nYour Leashline code is ${code}. It is valid for ${codeMinutes} minutes.\n\nIf you did not ask for it, you can ignore this e-mail: your password has not changed.\n`;
    await ctx.client(MailService).sendMail({
      to: account.to,
      subject: `${code} is your Leashline code`,
      text,
      useCase: "password reset",
      dedupeKey: `${meta.id}.${meta.attempt}`,
    });
  },
});
