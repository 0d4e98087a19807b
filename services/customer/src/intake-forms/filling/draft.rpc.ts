import { type Ctx, fail, implement, mustExist, type Tx } from "@leashline/kit";
import { IntakeDraftService } from "@leashline/proto/leashline/customer/v1/intake_draft_service_pb.js";
import { type Answers, tidiedAnswers } from "@leashline/proto/rules/intake-answers.ts";
import { command, type DB, query } from "../../db.ts";
import { toAnswers } from "../submission.mapper.ts";
import { answersFrom } from "../submission.ts";
import { sendIntakeCode } from "./draft.jobs.ts";
import { addCode, codesSince, draftsOf, draftsSince, giveBackTry, hasDraft, keepDraft, moveDraft, tryCode, useUp } from "./draft.store.ts";
import { codeNamed, isCode, MINUTES, newCode, phoneHash, phoneIn, textable } from "./draft.ts";
import { choiceOf, MOST_CHOICES, toChoices } from "./draft-choice.ts";
import { moveFiles } from "./file.store.ts";
import { DAY, HOUR, mustWait } from "./pace.ts";
import { addMoved, hasMoved, sentWith } from "./page.store.ts";
import { begunForm, hostOf, networkKey, newTicket, openForm, versionBegun } from "./page.ts";

const DRAFTS_OF_NETWORK = { most: 150, ms: DAY };
const CODES_TO_NUMBER = { most: 3, ms: HOUR };
const CODES_OF_NETWORK = { most: 30, ms: DAY };
const CODES_OF_BUSINESS = { most: 100, ms: DAY };

const unkeyed = (ctx: Ctx): Ctx => ({ ...ctx, idempotencyKey: "" });
const wrongNumber = () => fail("PARAMS_INVALID", { field: "phoneNumber", reason: "We cannot text this number. Please check it." });
const wrongCode = () => fail("CODE_INVALID", { field: "code", message: "This code is wrong, already used or expired." });

async function mustNotAskForMore(tx: Tx<DB>, phone: string, network: string): Promise<void> {
  const { db } = tx;
  await mustWait(tx, `intake code:${phone}`, CODES_TO_NUMBER, (since) => codesSince(db, "phone", phone, since));
  await mustWait(tx, `intake codes:${network}`, CODES_OF_NETWORK, (since) => codesSince(db, "network", network, since));
  await mustWait(tx, "intake codes", CODES_OF_BUSINESS, (since) => codesSince(db, null, "", since));
}

/** What was kept, under a ticket that nobody else holds: whoever kept it may be another than whose number it is. */
async function takeOver(tx: Tx<DB>, formId: string, kept: string): Promise<{ ticket: string; answers: Answers } | undefined> {
  const { db, ctx } = tx;
  const ticket = newTicket(ctx, formId, versionBegun(ctx, formId, kept));
  tx.lock([`intake ticket:${kept}`]);
  const answers = await moveDraft(db, kept, ticket);
  if (!answers) return undefined;
  await moveFiles(db, kept, ticket);
  await addMoved(db, kept);
  return { ticket, answers };
}

export const intakeDraftRpc = implement(IntakeDraftService, {
  async keepIntakeDraft({ formId, ticket, owner, pets }, caller) {
    const open = await begunForm(caller, formId, ticket);
    const { ctx, form, content } = open;
    const answers = tidiedAnswers(content, answersFrom(owner, pets));
    const number = await textable(phoneIn(content, answers), (await hostOf(open)).country);
    if (!number) return { kept: false };
    const network = networkKey(ctx);
    return await command(unkeyed(ctx), async (tx) => {
      tx.lock([`intake ticket:${ticket}`]);
      if ((await hasMoved(tx.db, ticket)) || (await sentWith(tx.db, ticket))) return { kept: false };
      if (!(await hasDraft(tx.db, ticket)))
        await mustWait(tx, `intake drafts:${network}`, DRAFTS_OF_NETWORK, (since) => draftsSince(tx.db, network, since));
      await keepDraft(tx.db, { ticket, formId: form.id, phone: phoneHash(ctx, number), network, answers });
      return { kept: true };
    });
  },

  async sendIntakeDraftCode({ formId, phoneNumber }, caller) {
    const open = await openForm(caller, formId, "");
    const { ctx, form } = open;
    const number = await textable(phoneNumber, (await hostOf(open)).country);
    if (!number) throw wrongNumber();
    const phone = phoneHash(ctx, number);
    const network = networkKey(ctx);
    const { id, token } = newCode(ctx, form.id);
    await command(unkeyed(ctx), async (tx) => {
      await mustNotAskForMore(tx, phone, network);
      await addCode(tx.db, { id, phone, network, until: new Date(Date.now() + MINUTES * 60_000) });
      tx.schedule(sendIntakeCode, { key: id, dueAt: new Date(), payload: { formId: form.id, codeId: id } });
      return {};
    });
    return { codeToken: token };
  },

  async openIntakeDraft({ formId, codeToken, code, choice }, caller) {
    const { ctx, form } = await openForm(caller, formId, "");
    const id = codeNamed(ctx, form.id, codeToken);
    const phone = id && (await command(unkeyed(ctx), (tx) => tryCode(tx.db, id)));
    if (!phone || !isCode(ctx, id, phone, code)) throw wrongCode();
    const kept = await query(ctx, (db) => draftsOf(db, form.id, phone, MOST_CHOICES));
    if (kept.length > 1 && choice === "") {
      await command(unkeyed(ctx), (tx) => giveBackTry(tx.db, id));
      return { choices: await toChoices(ctx, form.id, kept) };
    }
    const chosen =
      choice === ""
        ? kept[0]
        : mustExist(
            kept.find(({ ticket }) => choiceOf(ticket) === choice),
            "choice",
          );
    const draft =
      chosen &&
      (await command(unkeyed(ctx), async (tx) => ((await useUp(tx.db, id)) ? await takeOver(tx, form.id, chosen.ticket) : undefined)));
    if (!draft) throw wrongCode();
    const { ticket, answers } = draft;
    return { ticket, owner: toAnswers(answers.owner), pets: answers.pets.map((pet) => ({ answers: toAnswers(pet) })) };
  },
});
