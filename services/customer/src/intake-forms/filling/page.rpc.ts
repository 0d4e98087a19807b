import { fail, implement } from "@leashline/kit";
import { IntakePageService } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import { faultsOfAnswers, tidiedAnswers } from "@leashline/proto/rules/intake-answers.ts";
import { command, query } from "../../db.ts";
import { toSections } from "../form.mapper.ts";
import { insertSubmission } from "../submission.store.ts";
import { answersFrom, foreignFiles, namesIn } from "../submission.ts";
import { dropDraft } from "./draft.store.ts";
import { filesOf } from "./file.store.ts";
import { wasSent } from "./page.store.ts";
import { begunForm, hostOf, mustNotSendMore, networkKey, newTicket, openForm, versionOfTicket } from "./page.ts";

export const intakePageRpc = implement(IntakePageService, {
  async getIntakePage({ formId, ticket }, ctx) {
    const open = await openForm(ctx, formId, ticket);
    const { title, welcome, thanks, sections } = open.content;
    const begun = versionOfTicket(ctx, open.form.id, ticket) ? ticket : newTicket(ctx, open.form.id, open.versionNumber);
    return { page: { title, welcome, thanks, sections: toSections(sections), ...(await hostOf(open)), ticket: begun } };
  },

  async submitIntakeForm({ formId, ticket, owner, pets, website }, caller) {
    const { ctx, form, content, versionNumber } = await begunForm(caller, formId, ticket);
    // Only a robot fills in what nobody sees; it learns nothing.
    if (website !== "") return {};
    const given = answersFrom(owner, pets);
    const answers = tidiedAnswers(content, given);
    const files = await query(ctx, (db) => filesOf(db, ticket));
    const faults = [...faultsOfAnswers(content, given), ...foreignFiles(content, answers, files)];
    if (faults.length > 0) throw fail("PARAMS_INVALID", { fields: faults.map(({ path: field, reason }) => ({ field, reason })) });
    return await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      const network = networkKey(ctx);
      tx.lock([`intake ticket:${ticket}`]);
      if (await wasSent(tx.db, ticket)) return {};
      await mustNotSendMore(tx, network);
      const sent = { answers, ...namesIn(content, answers), network, ticket, versionNumber, formTitle: content.title };
      const id = await insertSubmission(tx.db, form, sent);
      await dropDraft(tx.db, ticket);
      tx.log({ entity: "intake submission", id, action: "came in", businessId: form.businessId, actorName: "Client" });
      tx.notify("customer.intakeSubmission", { ids: [id], businessId: form.businessId });
      return {};
    });
  },
});
