import { job } from "@leashline/kit";
import { query } from "../../db.ts";
import { draftsOf, goodCode } from "./draft.store.ts";
import { phoneHash, phoneIn, textable, textCode } from "./draft.ts";
import { contentOf } from "./page.store.ts";
import { hostOf, versionBegun } from "./page.ts";

/**
 * Texts a code that was asked for, if a form was begun with its number. The RPC only asks for this work, so that it answers the same, and as fast, for a number
 * that nobody typed. The number is read from what was typed, so it stands in no work that waits.
 */
export const sendIntakeCode = job<{ formId: string; codeId: string }>("send-intake-code", {
  run: async (ctx, { formId, codeId }) => {
    const { businessId } = ctx;
    const found = await query(ctx, async (db) => {
      const phone = await goodCode(db, codeId);
      const [draft] = phone ? await draftsOf(db, formId, phone, 1) : [];
      const content = phone && draft && (await contentOf(db, formId, versionBegun(ctx, formId, draft.ticket)));
      return content && draft ? { phone, content, answers: draft.answers } : undefined;
    });
    if (!found) return;
    const { phone, content, answers } = found;
    const { businessName, country } = await hostOf({ ctx, form: { businessId } });
    const number = await textable(phoneIn(content, answers), country);
    if (!number || phoneHash(ctx, number) !== phone) return;
    await textCode(ctx, { id: codeId, phone, number, title: content.title, businessName });
  },
});
