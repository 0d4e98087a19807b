import { fail, implement } from "@leashline/kit";
import { IntakePageService } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import { faultsOfAnswers, tidiedAnswers } from "@leashline/proto/rules/intake-answers.ts";
import { command } from "../db.ts";
import { toSections } from "./form.mapper.ts";
import { wasSent } from "./page.store.ts";
import { hostOf, mustNotSendMore, networkKey, newTicket, openForm, versionOfTicket } from "./page.ts";
import { insertSubmission } from "./submission.store.ts";
import { answersFrom, namesIn } from "./submission.ts";

export const intakePageRpc = implement(IntakePageService, {
  async getIntakePage({ formId, ticket }, ctx) {
    const open = await openForm(ctx, formId, ticket);
    const { title, welcome, thanks, sections } = open.content;
    const begun = versionOfTicket(ctx, open.form.id, ticket) ? ticket : newTicket(ctx, open.form.id, open.versionNumber);
    return { page: { title, welcome, thanks, sections: toSections(sections), ...(await hostOf(open)), ticket: begun } };
  },

  async submitIntakeForm({ formId, ticket, owner, pets, website }, caller) {
    const { ctx, form, content, versionNumber } = await openForm(caller, formId, ticket);
    if (!versionOfTicket(ctx, form.id, ticket)) throw fail("NOT_FOUND", { field: "ticket", message: "Please open the form again." });
    // Only a robot fills in what nobody sees; it learns nothing.
    if (website !== "") return {};
    const given = answersFrom(owner, pets);
    const faults = faultsOfAnswers(content, given);
    if (faults.length > 0) throw fail("PARAMS_INVALID", { fields: faults.map(({ path: field, reason }) => ({ field, reason })) });
    const answers = tidiedAnswers(content, given);
    return await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      const network = networkKey(ctx);
      tx.lock([`intake ticket:${ticket}`]);
      if (await wasSent(tx.db, ticket)) return {};
      await mustNotSendMore(tx, network);
      const sent = { answers, ...namesIn(content, answers), network, ticket, versionNumber, formTitle: content.title };
      const id = await insertSubmission(tx.db, form, sent);
      tx.log({ entity: "intake submission", id, action: "came in", businessId: form.businessId, actorName: "Client" });
      tx.notify("customer.intakeSubmission", { ids: [id], businessId: form.businessId });
      return {};
    });
  },
});
