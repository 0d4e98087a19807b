import { isDeepStrictEqual } from "node:util";
import { fail, implement } from "@leashline/kit";
import { IntakeFormSubmittedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { IntakePageService } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import { type Answers, faultsOfAnswers, tidiedAnswers } from "@leashline/proto/rules/intake-answers.ts";
import { titleOf } from "../../agreements/agreement-text.ts";
import { command, type Db, query } from "../../db.ts";
import { toSections } from "../form.mapper.ts";
import { holdForm } from "../form.store.ts";
import { insertSubmission } from "../submission.store.ts";
import { answersFrom, foreignFiles, namesIn } from "../submission.ts";
import { dropDraft } from "./draft.store.ts";
import { filesOf } from "./file.store.ts";
import { hasMoved, sentWith } from "./page.store.ts";
import {
  agreementsOfForm,
  begunForm,
  closed,
  deviceFor,
  deviceKey,
  hostOf,
  mustNotSendMore,
  networkKey,
  newTicket,
  openForm,
  versionOfTicket,
} from "./page.ts";

const GONE_ON =
  "You continued this form on another device. Send it there, or reload this page to start a new form with the answers you see here.";
const SENT = "This form was already sent. If something has changed, please tell the business.";

/** The same request once more. Whoever sends something else with a ticket that is used is told, so that nothing is lost without a word. */
async function isRepeated(db: Db, ticket: string, answers: Answers): Promise<boolean> {
  if (await hasMoved(db, ticket)) throw fail("STATE_CONFLICT", { field: "ticket", message: GONE_ON });
  const sent = await sentWith(db, ticket);
  if (sent && !isDeepStrictEqual(sent, JSON.parse(JSON.stringify(answers))))
    throw fail("STATE_CONFLICT", { field: "ticket", message: SENT });
  return sent !== undefined;
}

export const intakePageRpc = implement(IntakePageService, {
  async getIntakePage({ formId, ticket, device }, ctx) {
    const open = await openForm(ctx, formId, ticket);
    const { title, welcome, thanks, sections } = open.content;
    const isGood = versionOfTicket(ctx, open.form.id, ticket) && !(await query(open.ctx, (db) => hasMoved(db, ticket)));
    const begun = isGood ? ticket : newTicket(ctx, open.form.id, open.versionNumber);
    const shown = { sections: toSections(sections), ...(await hostOf(open)), ticket: begun, device: deviceFor(ctx, device) };
    const toSign = await query(open.ctx, (db) => agreementsOfForm(db, open.content.agreementIds));
    // Before there is a client, nothing of one can be filled in.
    return { page: { title, welcome, thanks, ...shown, agreementsToSign: toSign.map(({ header }) => titleOf(header)) } };
  },

  async submitIntakeForm({ formId, ticket, owner, pets, website, device: shown }, caller) {
    const { ctx, form, content, versionNumber } = await begunForm(caller, formId, ticket);
    // Only a robot fills in what nobody sees; it learns nothing.
    if (website !== "") return {};
    const given = answersFrom(owner, pets);
    const answers = tidiedAnswers(content, given);
    return await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      const [network, device] = [networkKey(ctx), deviceKey(ctx, shown)];
      tx.lock([`intake ticket:${ticket}`]);
      if (await isRepeated(tx.db, ticket, answers)) return {};
      if (!(await holdForm(tx.db, form.id))) throw closed();
      const files = await filesOf(tx.db, ticket);
      const faults = [...faultsOfAnswers(content, given), ...foreignFiles(content, answers, files)];
      if (faults.length > 0) throw fail("PARAMS_INVALID", { fields: faults.map(({ path: field, reason }) => ({ field, reason })) });
      await mustNotSendMore(tx, network, device);
      const sent = { answers, ...namesIn(content, answers), network, device, ticket, versionNumber, formTitle: content.title };
      const id = await insertSubmission(tx.db, form, sent);
      await dropDraft(tx.db, ticket);
      tx.emit(
        IntakeFormSubmittedSchema,
        { submissionId: id, formId: form.id, formTitle: content.title, businessId: form.businessId, ownerName: sent.name },
        { key: `intake form:${form.id}` },
      );
      tx.log({ entity: "intake submission", id, action: "came in", businessId: form.businessId, actorName: "Client" });
      tx.notify("customer.intakeSubmission", { ids: [id], businessId: form.businessId });
      return {};
    });
  },
});
